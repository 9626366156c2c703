/** Lists of the map services of the tests: what the caller may find, and what a fault leaves out. */
import { escapeXml, OgcException, wmsException, type Answer } from "./answer.ts";
import type { Group, Layer } from "./catalog.ts";
import { sightOf } from "./access.ts";
import { effectIn, isReadable, isWithin, servedLayer, type Scene } from "./scene.ts";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Reference systems that stand before the first layer: some 220 KB of them. */
const SYSTEMS = 5_800;

/** A layer or a group that a list may name. */
type Listed = Layer | Group;

/** What is on, known at the address and visible to the caller. */
async function visible(scene: Scene, service: string): Promise<readonly Listed[]> {
  const { question, catalog, access } = scene;
  const space = question.workspace ?? (question.parameter("namespace") || undefined);
  const found: Listed[] = [];
  for (const one of await catalog.published(space)) {
    if (!one.isOn || !(await isWithin(scene, one.workspace))) continue;
    if (question.layer !== undefined && one.name !== question.layer) continue;
    if (one.form === "layer") {
      if (one.disabledServices.has(service)) continue;
      if (isReadable(scene, one) || access.mode === "CHALLENGE") found.push(one);
    } else if (service === "wms" && one.mode !== "CONTAINER") {
      const sight = sightOf(scene.access, isReadable(scene, one));
      if (sight === "open" || access.mode === "CHALLENGE") found.push(one);
    }
  }
  return found;
}

/** Whether a broken layer or style leaves something out of the list of maps. */
async function isBroken(scene: Scene, one: Listed): Promise<boolean> {
  if (one.form === "layer") return effectIn(scene, one).isMissing === true;
  for (const member of one.members) {
    const layer = await servedLayer(scene, member, "wms");
    if (layer !== undefined && effectIn(scene, layer).hidesGroups === true) return true;
  }
  return false;
}

/** The list of maps, or half of it with an exception at its end where the settings have it so. */
export async function listMaps(scene: Scene): Promise<Answer> {
  const { question, base } = scene;
  const isOld = question.version === "1.1.1";
  const type = isOld ? "application/vnd.ogc.wms_xml" : "text/xml";
  const { stopsAtErrors } = await scene.catalog.settings();
  const parts = [beginMaps(isOld, base)];
  for (const one of await visible(scene, "wms")) {
    if (!one.isListed) continue;
    if (!(await isBroken(scene, one))) parts.push(describeMap(scene, one, isOld));
    else if (stopsAtErrors) {
      const said = `Error occurred trying to write out metadata for layer: ${one.key}`;
      const text = `javax.xml.transform.TransformerException: org.geoserver.platform.ServiceException: ${said}\norg.geoserver.platform.ServiceException: ${said}\n${said}\nstart 0, end -1, length 0`;
      const { body } = wmsException(new OgcException(text), {
        version: question.version,
        exceptions: "",
        base,
      });
      return { status: 200, type, body: parts.join("") + String(body) };
    }
  }
  parts.push(
    "    </Layer>\n  </Capability>\n",
    isOld ? "</WMT_MS_Capabilities>" : "</WMS_Capabilities>",
  );
  return { status: 200, type, body: parts.join("") };
}

function beginMaps(isOld: boolean, base: string): string {
  const root = isOld
    ? `<!DOCTYPE WMT_MS_Capabilities SYSTEM "${base}/schemas/wms/1.1.1/WMS_MS_Capabilities.dtd">\n<WMT_MS_Capabilities version="1.1.1" updateSequence="129">`
    : '<WMS_Capabilities version="1.3.0" updateSequence="129" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">';
  const system = isOld ? "SRS" : "CRS";
  const systems = Array.from(
    { length: SYSTEMS },
    (_one, at) => `      <${system}>EPSG:${2_000 + at}</${system}>\n`,
  );
  return (
    `${DECLARATION}${root}\n  <Service>\n    <Name>${isOld ? "OGC:WMS" : "WMS"}</Name>\n    <Title>GeoServer Web Map Service</Title>\n  </Service>\n` +
    "  <Capability>\n    <Request>\n      <GetMap>\n        <Format>image/png</Format>\n      </GetMap>\n    </Request>\n    <Exception>\n      <Format>XML</Format>\n    </Exception>\n" +
    `    <Layer>\n      <Title>GeoServer Web Map Service</Title>\n${systems.join("")}`
  );
}

function describeMap({ question, base }: Scene, one: Listed, isOld: boolean): string {
  const name = question.workspace === undefined ? one.key : one.name;
  const style = one.form === "layer" ? (one.style ?? "") : `default-style-${one.key}`;
  const box =
    one.form === "layer" && one.geoBox !== undefined
      ? one.geoBox
      : { minx: -180, miny: -90, maxx: 180, maxy: 90 };
  const bounds = isOld
    ? `        <LatLonBoundingBox minx="${box.minx}" miny="${box.miny}" maxx="${box.maxx}" maxy="${box.maxy}"/>\n`
    : `        <EX_GeographicBoundingBox><westBoundLongitude>${box.minx}</westBoundLongitude></EX_GeographicBoundingBox>\n`;
  return (
    `      <Layer queryable="1" opaque="0">\n        <Name>${escapeXml(name)}</Name>\n        <Title>${escapeXml(one.title)}</Title>\n` +
    `        <KeywordList>\n          <Keyword>features</Keyword>\n        </KeywordList>\n${bounds}` +
    `        <Style>\n          <Name>${escapeXml(style)}</Name>\n          <LegendURL><OnlineResource xlink:href="${base}/ows?service=WMS&amp;request=GetLegendGraphic&amp;layer=${escapeXml(one.key)}"/></LegendURL>\n        </Style>\n      </Layer>\n`
  );
}

/** The list of types, with all that is broken; at the service of one layer also what is not advertised. */
export async function listTypes(scene: Scene): Promise<Answer> {
  const all = await visible(scene, "wfs");
  const types = all.filter(
    (one) =>
      one.form === "layer" &&
      one.holds === "features" &&
      (one.isListed || scene.question.layer !== undefined),
  );
  const listed = types.map(
    ({ key, title }) =>
      `<FeatureType><Name>${escapeXml(key)}</Name><Title>${escapeXml(title)}</Title><DefaultCRS>urn:ogc:def:crs:EPSG::4326</DefaultCRS></FeatureType>`,
  );
  const functions = Array.from(
    { length: 600 },
    (_one, at) =>
      `<fes:Function name="function${at}"><fes:Returns>xs:double</fes:Returns></fes:Function>`,
  );
  return {
    status: 200,
    type: "application/xml",
    body:
      `${DECLARATION}<wfs:WFS_Capabilities version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:fes="http://www.opengis.net/fes/2.0" xmlns="http://www.opengis.net/wfs/2.0" updateSequence="129">` +
      `<ows:ServiceIdentification><ows:Title>GeoServer Web Feature Service</ows:Title></ows:ServiceIdentification><FeatureTypeList>${listed.join("")}</FeatureTypeList>` +
      `<fes:Filter_Capabilities><fes:Functions>${functions.join("")}</fes:Functions></fes:Filter_Capabilities></wfs:WFS_Capabilities>`,
  };
}

/** The list of coverages: WCS 2.0.1 names only one of each title. */
export async function listCoverages(scene: Scene): Promise<Answer> {
  const seen = (await visible(scene, "wcs")).filter((one) => one.form === "layer");
  const all = seen.filter(
    (one) =>
      one.holds === "raster" && one.isListed && effectIn(scene, one).isMissingCoverage !== true,
  );
  if (scene.question.version.startsWith("1.0")) {
    const listed = all.map(
      ({ key }) =>
        `<wcs:CoverageOfferingBrief><wcs:name>${escapeXml(key)}</wcs:name></wcs:CoverageOfferingBrief>`,
    );
    return {
      status: 200,
      type: "application/xml",
      body: `${DECLARATION}<wcs:WCS_Capabilities version="1.0.0" xmlns:wcs="http://www.opengis.net/wcs" updateSequence="129"><wcs:Service><wcs:name>WCS</wcs:name></wcs:Service><wcs:ContentMetadata>${listed.join("")}</wcs:ContentMetadata></wcs:WCS_Capabilities>`,
    };
  }
  // Which of them it is was seen to be the first of the last workspace.
  const order = all.toSorted((one, other) =>
    one.workspace === other.workspace
      ? one.name < other.name
        ? 1
        : -1
      : one.workspace < other.workspace
        ? -1
        : 1,
  );
  const titled = new Map(order.map((one) => [one.title, one]));
  const listed = [...titled.values()].map(
    ({ key }) =>
      `<wcs:CoverageSummary><wcs:CoverageId>${escapeXml(key.replace(":", "__"))}</wcs:CoverageId></wcs:CoverageSummary>`,
  );
  return {
    status: 200,
    type: "application/xml",
    body: `${DECLARATION}<wcs:Capabilities version="2.0.1" xmlns:wcs="http://www.opengis.net/wcs/2.0" updateSequence="129"><wcs:Contents>${listed.join("")}</wcs:Contents></wcs:Capabilities>`,
  };
}
