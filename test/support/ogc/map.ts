/** GetMap and GetLegendGraphic of the map services of the tests. */
import { descriptionSight, refusal, sightOf } from "./access.ts";
import { OgcException, type Answer } from "./answer.ts";
import type { Layer } from "./catalog.ts";
import type { Shown } from "./faults.ts";
import { placeOf } from "./places.ts";
import { JPEG, SPOT, WHOLE } from "./picture.ts";
import {
  effectIn,
  isReadable,
  keyOf,
  membersOf,
  servedGroup,
  servedLayer,
  type Scene,
} from "./scene.ts";
import { holds, isLatitudeFirst, meets, scaleOf, type Window } from "./window.ts";

/** A picture of layers and groups. */
export async function getMap(scene: Scene): Promise<Answer> {
  const { parameter, names } = scene.question;
  if (names.length === 0)
    throw new OgcException("No LAYERS has been requested", {
      code: "org.geoserver.wms.map.GetMapKvpRequestReader",
    });
  const styles = await stylesOf(scene, "styles");
  const layers: Layer[] = [];
  for (const [at, name] of names.entries())
    layers.push(...(await drawnFor(scene, name, styles[at])));
  const [width, height] = [Number(parameter("width")), Number(parameter("height"))];
  if (!(width > 0 && height > 0))
    throw new OgcException(
      "Missing or invalid requested map size. Parameters WIDTH and HEIGHT shall be present and be integers > 0. Got WIDTH=0, HEIGHT=0",
      { code: "MissingOrInvalidParameter" },
    );
  const window = windowOf(scene);
  const format = parameter("format") || "image/png";
  if (!/^image\/(?:png|png8|png; mode=8bit|vnd\.jpeg-png|jpeg)$/.test(format))
    throw new OgcException(`There is no support for creating maps in ${format} format`, {
      code: "InvalidFormat",
    });
  if (layers.some((layer) => isTooMuch(scene, layer, window)))
    return { status: 200, type: format, body: "", isNever: true };
  const drawn = layers.filter((layer) => isDrawn(scene, layer, { window, width }));
  const isGrey = layers.length > 0 && layers.every((layer) => layer.holds === "raster");
  if (format === "image/jpeg") return { status: 200, type: format, body: JPEG };
  const body = scene.picture({
    width,
    height,
    transparent: parameter("transparent").toLowerCase() === "true",
    grey: isGrey && drawn.length > 0,
    spots: drawn.map((layer) => (layer.holds === "features" ? SPOT : WHOLE)),
  });
  const type = /png8|mode=8bit/.test(format) ? "image/png; mode=8bit" : "image/png";
  return { status: 200, type, body };
}

/** Layers that a name stands for, of which none fails. */
async function drawnFor(scene: Scene, name: string, style?: string): Promise<readonly Layer[]> {
  const missing = new OgcException(`Could not find layer ${name}`, {
    code: "LayerNotDefined",
    locator: "layers",
  });
  const key = keyOf(scene.question, name);
  const layer = await servedLayer(scene, key, "wms");
  if (layer !== undefined) {
    const sight = sightOf(scene.access, isReadable(scene, layer));
    if (sight === "hidden") throw missing;
    if (sight === "refused") throw refusal(scene.caller);
    checkShown(effectIn(scene, layer, style).map);
    return [style === undefined ? layer : { ...layer, style }];
  }
  const group = await servedGroup(scene, key);
  const sight = group === undefined ? "hidden" : sightOf(scene.access, isReadable(scene, group));
  if (group === undefined || sight === "hidden") throw missing;
  if (sight === "refused") throw refusal(scene.caller);
  if (group.mode === "CONTAINER") {
    const text = "LayerGroup mode Container can not be rendered";
    throw new OgcException(`java.lang.UnsupportedOperationException: ${text}\n${text}`);
  }
  const members = await membersOf(scene, group);
  if (members.length === 0 && group.members.length > 0)
    throw new OgcException("No layers have been requested", { code: "LayerNotDefined" });
  for (const member of members) checkShown(effectIn(scene, member).map);
  return members;
}

function checkShown(shown: Shown | undefined): void {
  if (typeof shown !== "object") return;
  const { text, code } = shown;
  throw new OgcException(text, code === undefined ? {} : { code });
}

/** Styles that a request names, by the names of the catalog; undefined for the style of a layer. */
async function stylesOf(
  { question, catalog }: Scene,
  parameter: "styles" | "style",
): Promise<readonly (string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for (const name of question.parameter(parameter).split(",")) {
    const inside = question.workspace === undefined ? name : `${question.workspace}:${name}`;
    const known = [inside, name, ...question.names.map((one) => `${one.split(":")[0]}:${name}`)];
    let style: string | undefined;
    for (const one of name === "" ? [] : known)
      if (style === undefined && (await catalog.hasStyle(one))) style = one;
    if (name !== "" && style === undefined)
      throw new OgcException(`No such style: ${name}`, { code: "StyleNotDefined" });
    found.push(style);
  }
  return found;
}

/** The window of a request; with latitude first where WMS 1.3.0 has it so. */
function windowOf({ question: { parameter, version } }: Scene): Window {
  const srs = (parameter("crs") || parameter("srs")).toUpperCase();
  const known = /^(?:EPSG:\d{4,5}|EPSG:900913|CRS:84)$/.test(srs);
  if (!known)
    throw new OgcException(
      `Error occurred decoding the espg code ${srs}\nNo code "${srs}" from authority "European Petroleum Survey Group" found for object of type "interface org.geotools.api.referencing.IdentifiedObject".`,
      { code: "InvalidSRS" },
    );
  const [a = NaN, b = NaN, c = NaN, d = NaN] = parameter("bbox").split(",").map(Number);
  const isTurned = version === "1.3.0" && isLatitudeFirst(srs);
  const [minx, miny, maxx, maxy] = isTurned ? [b, a, d, c] : [a, b, c, d];
  if (minx > maxx)
    throw new OgcException(`illegal bbox, minX: ${java(minx)} is greater than maxX: ${java(maxx)}`);
  if (miny > maxy)
    throw new OgcException(`illegal bbox, minY: ${java(miny)} is greater than maxY: ${java(maxy)}`);
  if (!(maxx > minx && maxy > miny))
    throw new OgcException(
      `The request bounding box has zero area: SRSEnvelope[${java(minx)} : ${java(maxx)}, ${java(miny)} : ${java(maxy)}]`,
      { code: "InvalidBBox" },
    );
  return { srs, minx, miny, maxx, maxy };
}

/** A number as Java writes it. */
function java(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** Whether a large table is asked for more than can be drawn in time. */
function isTooMuch(
  { scenery }: Scene,
  { key, srs }: Layer,
  { srs: asked, minx, maxx }: Window,
): boolean {
  const widest = scenery.traits[key]?.widest;
  return widest !== undefined && asked === srs && maxx - minx > widest;
}

function isDrawn(
  scene: Scene,
  layer: Layer,
  { window, width }: { readonly window: Window; readonly width: number },
): boolean {
  const effect = effectIn(scene, layer);
  const { shape, scales } = scene.scenery.traits[layer.key] ?? {};
  if (effect.map === "blank" || shape === "none") return false;
  const time = scene.question.parameter("time");
  if (effect.blankAt !== undefined && time.startsWith(effect.blankAt)) return false;
  const scale = scaleOf(window, width);
  if (scales !== undefined && !scales.some(([from, to]) => scale >= from && scale < to))
    return false;
  if (layer.holds === "features") {
    const place = placeOf(scene, layer, window.srs);
    return place === undefined || holds(window, place);
  }
  const box = layer.srs === window.srs ? layer.box : undefined;
  return box === undefined || meets(window, box);
}

/** A legend, as a picture or as JSON. */
export async function getLegend(scene: Scene): Promise<Answer> {
  const { parameter, names } = scene.question;
  const [name] = names;
  if (name === undefined)
    throw new OgcException("LAYER parameter not present for GetLegendGraphic", {
      code: "LayerNotDefined",
    });
  const missing = new OgcException(`${name} layer does not exist.`);
  const key = keyOf(scene.question, name);
  const layer = await servedLayer(scene, key, "wms");
  const group = layer === undefined ? await servedGroup(scene, key) : undefined;
  const one = layer ?? group;
  const sight =
    one === undefined ? "hidden" : descriptionSight(scene.access, isReadable(scene, one));
  if (sight === "hidden") throw missing;
  if (sight === "refused") throw refusal(scene.caller);
  const layers = layer === undefined && group !== undefined ? await membersOf(scene, group) : [];
  const [style] = await stylesOf(scene, "style");
  for (const each of layer === undefined ? layers : [layer])
    checkShown(effectIn(scene, each, style).legend);
  if (parameter("format") === "application/json")
    return {
      status: 200,
      type: "application/json",
      body: JSON.stringify({ Legend: [{ layerName: one?.name, title: one?.title, rules: [] }] }),
    };
  const paint = { width: 20, height: 20, transparent: false, spots: [SPOT] };
  return { status: 200, type: "image/png", body: scene.picture(paint) };
}

/** What lies at a point: an exception where the map has one, else features or none. */
export async function getFeatureInfo(scene: Scene): Promise<Answer> {
  const { names } = scene.question;
  const keys = names.map((name) => keyOf(scene.question, name));
  const known = await Promise.all(keys.map(scene.catalog.layer));
  if (known.every((one) => one !== undefined && (!one.isQueryable || one.holds === "cascade")))
    throw new OgcException(
      "Either no layer was queryable, or no layers were specified using QUERY_LAYERS",
      { code: "OperationNotSupported", locator: "QUERY_LAYERS" },
    );
  const layers = (await Promise.all(names.map((name) => drawnFor(scene, name)))).flat();
  const [window, width] = [windowOf(scene), Number(scene.question.parameter("width"))];
  const features = layers
    .filter((layer) => isDrawn(scene, layer, { window, width }))
    .map((layer) => ({ type: "Feature", id: `${layer.name}.1`, geometry: null, properties: {} }));
  return {
    status: 200,
    type: "application/json;charset=UTF-8",
    body: JSON.stringify({ type: "FeatureCollection", features, totalFeatures: "unknown" }),
  };
}
