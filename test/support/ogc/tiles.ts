/** The tile cache of the tests: GetTile and the lists of tile layers. */
import { escapeXml, OgcException, tilePage, type Answer } from "./answer.ts";
import type { Layer } from "./catalog.ts";
import { JPEG, SPOT } from "./picture.ts";
import { effectIn, isReadable, keyOf, membersOf, type Scene } from "./scene.ts";
import { HALF_WORLD, reproject, type Box } from "./window.ts";

const OUT_OF_STEP =
  "within GeoServer configuration, the GWC configuration seems to be out of synch";
const BROKEN = "Problem communicating with GeoServer";

/** A tile of a layer or a group. */
export async function getTile(scene: Scene): Promise<Answer> {
  const { parameter, names } = scene.question;
  const key = keyOf(scene.question, names[0] ?? "");
  const layer = await scene.catalog.layer(key);
  const isKnown = (await scene.catalog.tileLayers()).includes(key);
  const tile = layer === undefined ? undefined : effectIn(scene, layer).tile;
  if (!isKnown || tile === "unknown")
    throw new OgcException(`LAYER ${key} is not known.`, {
      code: "InvalidParameterValue",
      locator: "LAYER",
    });
  if (layer !== undefined && !layer.isOn)
    throw new OgcException(`Layer '${key}' is disabled`, {
      code: "InvalidParameterValue",
      locator: "LAYERS",
    });
  const set = parameter("tilematrixset");
  if (!(await scene.catalog.gridSets(key)).includes(set))
    throw new OgcException(
      `Unable to match requested TILEMATRIXSET ${set} to those supported by layer`,
      { code: "InvalidParameterValue", locator: "TILEMATRIXSET" },
    );
  if (layer !== undefined) checkRange(scene, layer.geoBox, set);
  if (tile === "broken" || !(await isDrawnFor(scene, key, layer))) return tilePage(BROKEN);
  if (parameter("format") === "image/jpeg") return { status: 200, type: "image/jpeg", body: JPEG };
  const paint = { width: 256, height: 256, transparent: true, spots: [SPOT] };
  return { status: 200, type: "image/png", body: scene.picture(paint) };
}

/** Whether the caller gets a tile: the list of layers of the cache does not ask who calls, the tile does. */
async function isDrawnFor(scene: Scene, key: string, layer: Layer | undefined): Promise<boolean> {
  if (layer !== undefined) return isReadable(scene, layer);
  const group = await scene.catalog.group(key);
  if (group === undefined || !isReadable(scene, group)) return false;
  const members = await membersOf(scene, group);
  return members.every((member) => typeof effectIn(scene, member).map !== "object");
}

/** Columns and rows of a level that a box meets; a box without an area meets none. */
function checkRange({ question }: Scene, box: Box | undefined, set: string): void {
  const level = Number(/:?(\d+)$/.exec(question.parameter("tilematrix"))?.[1]);
  const isMercator = set === "EPSG:900913" || set === "EPSG:3857";
  if (box === undefined || (set !== "EPSG:4326" && !isMercator)) return;
  const half = isMercator ? HALF_WORLD : 180;
  const top = isMercator ? HALF_WORLD : 90;
  const span = isMercator ? (2 * half) / 2 ** level : 180 / 2 ** level;
  const to = isMercator ? "EPSG:3857" : "EPSG:4326";
  const [a = [0, 0], b = [0, 0]] = [
    [box.minx, box.miny],
    [box.maxx, box.maxy],
  ].map(([x = 0, y = 0]) => reproject([x, y], "EPSG:4326", to));
  const wide = [a[0], b[0]].map((x) => (x + half) / span).toSorted((one, other) => one - other);
  const high = [a[1], b[1]].map((y) => (top - y) / span).toSorted((one, other) => one - other);
  const checks = [
    ["Column", "tilecol", wide],
    ["Row", "tilerow", high],
  ] as const;
  for (const [word, name, [from = 0, until = 0]] of checks) {
    const [min, max] = [Math.floor(from), Math.ceil(until) - 1];
    const asked = Number(question.parameter(name));
    if (asked < min || asked > max)
      throw new OgcException(`${word} ${asked} is out of range, min: ${min} max:${max}`, {
        code: "TileOutOfRange",
        locator: name.toUpperCase(),
      });
  }
}

/** The list of tile layers: one broken style, or a layer of an isolated workspace, stops it whole. */
export async function listTiles(scene: Scene): Promise<Answer> {
  const { question, catalog, scenery } = scene;
  const names = await catalog.tileLayers();
  const within = names.filter(
    (name) => question.workspace === undefined || name.startsWith(`${question.workspace}:`),
  );
  const mayStop = question.door !== "wmts" || scenery.isRestarted;
  if (question.workspace === undefined && mayStop)
    for (const name of within) {
      const [workspace = ""] = name.split(":");
      if (name.includes(":") && (await catalog.isIsolated(workspace)) === true)
        return tilePage(`Could not locate a layer or layer group with id ${name} ${OUT_OF_STEP}`);
    }
  for (const name of within) {
    const layer = await catalog.layer(name);
    if (layer !== undefined && effectIn(scene, layer).stopsTileLists === true) {
      const style = layer.style?.split(":").at(-1);
      return tilePage(`Error searching max and min scale denominators for style '${style}'.`);
    }
  }
  const { door } = question;
  if (door === "tms") {
    const maps = within.map(
      (name) => `<TileMap title="${encodeURIComponent(name)}" srs="EPSG:4326"/>`,
    );
    const body = `<?xml version="1.0" encoding="UTF-8"?><TileMapService version="1.0.0"><TileMaps>${maps.join("")}</TileMaps></TileMapService>`;
    return { status: 200, type: "text/xml", body };
  }
  const listed = within.map((name) => {
    const shown = question.workspace === undefined ? name : name.replace(/^.*?:/, "");
    return `<Layer><ows:Title>${escapeXml(shown)}</ows:Title><ows:Identifier>${escapeXml(shown)}</ows:Identifier></Layer>`;
  });
  return {
    status: 200,
    type: `${door === "wmts" ? "text/xml" : "application/vnd.ogc.wms_xml"};charset=UTF-8`,
    body: `<?xml version="1.0" encoding="UTF-8"?><Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" version="1.0.0"><Contents>${listed.join("")}</Contents></Capabilities>`,
  };
}
