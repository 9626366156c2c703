/** WFS of the map services of the tests: GetFeature, its count, DescribeFeatureType. */
import { descriptionSight, refusal, sightOf } from "./access.ts";
import { escapeXml, OgcException, type Answer } from "./answer.ts";
import type { Layer } from "./catalog.ts";
import { placeOf } from "./places.ts";
import { effectIn, isReadable, keyOf, servedLayer, type Scene, type Trait } from "./scene.ts";
import { isLatitudeFirst, type Point } from "./window.ts";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const GML = "application/gml+xml; version=3.2";

/** How many features a table has that is not empty. */
const COUNT = 50;

/** Features, at most one of them; or how many there are. */
export async function getFeature(scene: Scene): Promise<Answer> {
  const { parameter, names } = scene.question;
  const [name] = names;
  if (name === undefined)
    throw new OgcException("The query should specify either typeName, featureId filter", {
      code: "MissingParameterValue",
      locator: "typeName",
    });
  const layer = await typeOf(scene, name);
  const { features } = effectIn(scene, layer);
  if (typeof features === "object") {
    const { text, code, locator, status } = features;
    throw new OgcException(text, {
      status,
      ...(code === undefined ? {} : { code }),
      ...(locator === undefined ? {} : { locator }),
    });
  }
  const matched = features === "none" ? 0 : COUNT;
  if (parameter("resulttype").toLowerCase() === "hits")
    return scene.scenery.traits[layer.key]?.widest === undefined
      ? hits(matched)
      : { status: 200, type: "text/xml", body: "", isNever: true };
  const drawn = matched === 0 ? undefined : featureOf(scene, layer);
  const isJson = /json/i.test(parameter("outputformat"));
  return isJson ? asJson(layer, matched, drawn) : asGml(scene, layer, matched, drawn);
}

async function typeOf(scene: Scene, name: string): Promise<Layer> {
  const key = keyOf(scene.question, name);
  const [workspace = ""] = key.split(":");
  if (!key.includes(":") || (await scene.catalog.isIsolated(workspace)) === undefined)
    throw new OgcException(
      key.includes(":") ? `Unknown namespace [${workspace}]` : `Feature type ${name} unknown`,
      { code: "InvalidParameterValue", locator: key.includes(":") ? "namespace" : "typeName" },
    );
  const layer = await servedLayer(scene, key, "wfs");
  const sight =
    layer?.holds === "features" ? sightOf(scene.access, isReadable(scene, layer)) : "hidden";
  if (sight === "refused") throw refusal(scene.caller);
  if (sight === "hidden" || layer === undefined)
    throw new OgcException(`Feature type ${key} unknown`, {
      code: "InvalidParameterValue",
      locator: "typeName",
    });
  return layer;
}

/** A feature with its geometry as pairs of x and y. */
interface Feature {
  readonly id: string;
  readonly shape: NonNullable<Trait["shape"]>;
  readonly points: readonly Point[];
  readonly srs: string;
}

function featureOf(scene: Scene, layer: Layer): Feature {
  const asked = scene.question.parameter("srsname").replace(/^.*EPSG[:/]+(?:0\/)?/i, "EPSG:");
  const wanted = asked === "" ? layer.srs : asked;
  const found = placeOf(scene, layer, wanted);
  const srs = found === undefined ? layer.srs : wanted;
  const [x, y] = found ?? placeOf(scene, layer, layer.srs) ?? [0.01, 50.05];
  const { shape = "Point" } = scene.scenery.traits[layer.key] ?? {};
  const step = 1e-6;
  const lines: readonly Point[] = [
    [x - step, y],
    [x + step, y],
  ];
  const ring: readonly Point[] = [...lines, [x, y + step], [x - step, y]];
  const points = { Point: [[x, y]] as const, LineString: lines, Polygon: ring, none: [] }[shape];
  return { id: `${layer.name}.1`, shape, points, srs };
}

function geometryOf({ shape, points }: Feature): unknown {
  if (shape === "none") return null;
  const coordinates = { Point: points[0], LineString: points, Polygon: [points] }[shape];
  return { type: shape, coordinates };
}

function asJson(layer: Layer, matched: number, feature: Feature | undefined): Answer {
  const code = feature?.srs.replace(/^EPSG:/, "urn:ogc:def:crs:EPSG::");
  const body = {
    type: "FeatureCollection",
    features:
      feature === undefined
        ? []
        : [
            {
              type: "Feature",
              id: feature.id,
              geometry: geometryOf(feature),
              geometry_name: "geom",
              properties: { id: 1, name: layer.name },
            },
          ],
    totalFeatures: matched,
    numberMatched: matched,
    numberReturned: feature === undefined ? 0 : 1,
    timeStamp: "2026-11-28T19:22:06.196Z",
    crs: code === undefined ? null : { type: "name", properties: { name: code } },
  };
  return { status: 200, type: "application/json;charset=UTF-8", body: JSON.stringify(body) };
}

function asGml(
  { base }: Scene,
  layer: Layer,
  matched: number,
  feature: Feature | undefined,
): Answer {
  const { workspace, name, uri } = layer;
  const root =
    `${DECLARATION}<wfs:FeatureCollection xmlns:${workspace}="${escapeXml(uri)}" xmlns:wfs="http://www.opengis.net/wfs/2.0"` +
    ` xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" numberMatched="${matched}"` +
    ` numberReturned="${feature === undefined ? 0 : 1}" timeStamp="2026-11-28T19:22:06.226Z"` +
    ` xsi:schemaLocation="http://www.opengis.net/wfs/2.0 ${base}/schemas/wfs/2.0/wfs.xsd"`;
  if (feature === undefined) return { status: 200, type: GML, body: `${root}/>` };
  const { shape, points, srs, id } = feature;
  const list = points.map(([x, y]) => (isLatitudeFirst(srs) ? `${y} ${x}` : `${x} ${y}`)).join(" ");
  const about = `srsName="${srs.replace(/^EPSG:/, "urn:ogc:def:crs:EPSG::")}" srsDimension="2"`;
  const geometry = {
    Point: `<gml:Point ${about}><gml:pos>${list}</gml:pos></gml:Point>`,
    LineString: `<gml:LineString ${about}><gml:posList>${list}</gml:posList></gml:LineString>`,
    Polygon: `<gml:Polygon ${about}><gml:exterior><gml:LinearRing><gml:posList>${list}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>`,
    none: "",
  }[shape];
  const geom = shape === "none" ? "" : `<${workspace}:geom>${geometry}</${workspace}:geom>`;
  const member = `<${workspace}:${name} gml:id="${id}"><gml:name>p1</gml:name><${workspace}:id>1</${workspace}:id>${geom}</${workspace}:${name}>`;
  const body = `${root}><wfs:member>${member}</wfs:member></wfs:FeatureCollection>`;
  return { status: 200, type: GML, body };
}

function hits(matched: number): Answer {
  return {
    status: 200,
    type: "text/xml",
    body: `${DECLARATION}<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" numberMatched="${matched}" numberReturned="0" timeStamp="2026-11-28T19:22:06.954Z"/>`,
  };
}

/** The schema of a type; without the type where its source does not open. */
export async function describeFeatureType(scene: Scene): Promise<Answer> {
  const [name = ""] = scene.question.names;
  const key = keyOf(scene.question, name);
  const [workspace = "", own = ""] = key.split(":");
  const layer = await servedLayer(scene, key, "wfs");
  const sight =
    layer?.holds === "features"
      ? descriptionSight(scene.access, isReadable(scene, layer))
      : "hidden";
  if (sight === "refused") throw refusal(scene.caller);
  if (sight === "hidden" || layer === undefined) {
    const known = await scene.catalog.namespaceOf(workspace);
    throw new OgcException(`Could not find type: {${known}}${own}`, {
      code: "InvalidParameterValue",
      locator: "DescribeFeatureType",
    });
  }
  const type = `  <xsd:complexType name="${own}Type"/>\n  <xsd:element name="${own}" substitutionGroup="gml:AbstractFeature" type="${workspace}:${own}Type"/>\n`;
  const body =
    `${DECLARATION}<xsd:schema xmlns:${workspace}="${escapeXml(layer.uri)}" xmlns:gml="http://www.opengis.net/gml/3.2"` +
    ` xmlns:xsd="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" targetNamespace="${escapeXml(layer.uri)}">\n` +
    `${effectIn(scene, layer).hasNoSchema === true ? "" : type}</xsd:schema>\n`;
  return { status: 200, type: GML, body };
}
