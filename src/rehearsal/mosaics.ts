/**
 * Reads what a server shows of a mosaic: its definition, and the index rows that the plan read.
 * Pixels are not copied.
 */
import type { Polygon } from "../model/geometry.ts";
import type { GranuleRow, IndexAttribute, IndexSchema } from "../model/granule.ts";
import { mosaicPlan as limits } from "../model/limits.ts";
import { indexSchemaOf } from "../model/mosaic/coverage.ts";
import type { MosaicDefinition } from "../model/mosaic.ts";
import type { RasterGrid } from "../model/raster.ts";
import type { SeededCoverage, SeededMosaic } from "../server/seed.ts";
import { parseCoverageStore } from "../wire/coverage-settings.ts";
import { parseGranules, type GranuleDocument } from "../wire/granule-reading.ts";
import { parseIndexSchema } from "../wire/mosaic-index.ts";
import { readMosaic as readDefinition } from "../wire/mosaic.ts";
import { pathTo } from "../wire/addressing.ts";
import { get, getIfThere } from "../wire/reading.ts";
import { bodyText, succeeded } from "../wire/request.ts";
import { member, memberText, type Tree } from "../wire/tree.ts";
import { parseXml } from "../wire/xml.ts";
import type { Copying } from "./copying.ts";
import { filesBelow } from "./files.ts";
import { nativeNameIn, type FoundDocument, type FoundStore, type StorePlace } from "./nouns.ts";
import type { SeenRead } from "./recorder.ts";

/** Undefined where the server shows only the store's document. */
export async function readMosaic(
  copying: Copying,
  { place, document, published: coverages }: FoundStore,
  seen: readonly SeenRead[],
): Promise<SeededMosaic | undefined> {
  const { address, response } = document;
  const { url } = parseCoverageStore(response);
  const path = pathTo("coverageStore", place);
  const found = folderIn(url);
  if (found === undefined) {
    copying.miss(address, `its folder ${url} is not in the data directory`, `${path}/`);
    return undefined;
  }
  const { home, sub } = found;
  const folder = `data/${home.workspace}/${home.store}${sub === "" ? "" : `/${sub}`}`;
  const files = new Map(
    [...(await filesBelow(copying, folder))].filter(([path]) =>
      /^[^/]+\.(?:properties|xml)$/i.test(path),
    ),
  );
  if (files.size === 0) {
    const isBare = copying.original.server.resources && coverages.length === 0;
    if (!isBare) copying.miss(address, "the files that define it cannot be read", `${path}/`);
    return undefined;
  }
  if (coverages.length === 0)
    copying.miss(address, "nobody can see what its index holds", pathTo("storeCoverages", place));
  const { definition } = readDefinition({ files, others: [] }, { name: place.store });
  const indexes: SeededCoverage[] = [];
  for (const [native, [published]] of Map.groupBy(coverages, ({ text }) => nativeNameIn(text))) {
    if (published === undefined) continue;
    indexes.push(await readIndex(copying, { place, native, published, definition }, seen));
  }
  return { place, home, sub, definition, files, coverages: indexes };
}

/** Undefined if the folder is not in the data directory. */
function folderIn(url: string): Pick<SeededMosaic, "home" | "sub"> | undefined {
  const [, found = ""] = /(?:^|[:/])data\/([^]*)/.exec(url) ?? [];
  const [workspace, store, ...inside] = found.replace(/\/$/, "").split("/");
  if (workspace === undefined || store === undefined || /^\/|\/\//.test(found)) return undefined;
  return { home: { workspace, store }, sub: inside.join("/") };
}

interface Index {
  readonly place: StorePlace;
  readonly native: string;
  readonly published: FoundDocument;
  readonly definition: MosaicDefinition;
}

async function readIndex(
  copying: Copying,
  { place, native, published, definition }: Index,
  seen: readonly SeenRead[],
): Promise<SeededCoverage> {
  const { content } = parseXml(published.text);
  const crs = memberText(content, "srs") ?? "EPSG:4326";
  const coverage = { ...place, coverage: published.address.name };
  const found = await getIfThere(copying.original.read, pathTo("coverageIndex", coverage, "xml"));
  const usual = indexSchemaOf(definition, native, { crs });
  const attributes =
    found === undefined ? usual.attributes : parseIndexSchema(bodyText(found), "xml");
  const granules = await readGranules(copying, { coverage, attributes, seen });
  const rows = granules.flatMap(({ footprint, values }): readonly GranuleRow[] =>
    footprint === null ? [] : [{ footprint, values }],
  );
  const schema: IndexSchema = {
    ...usual,
    crs,
    attributes,
    typeName: typeNameIn(granules) ?? usual.typeName,
    geometry: attributes.find(({ type }) => type === "geometry")?.name ?? usual.geometry,
  };
  const grid = gridIn(content, crs);
  const isEmpty = rows.length === 0;
  const kept = isEmpty ? [standIn(content, schema)] : rows;
  return { name: native, schema, grid, rows: kept, isEmpty };
}

function typeNameIn([first]: readonly GranuleDocument[]): string | undefined {
  return first?.id.replace(/\.[^.]*$/, "");
}

/** The index pages that the plan read, else the first page. */
async function readGranules(
  { original }: Copying,
  {
    coverage,
    attributes,
    seen,
  }: {
    readonly coverage: Parameters<typeof pathTo<"granules">>[1];
    readonly attributes: readonly IndexAttribute[];
    readonly seen: readonly SeenRead[];
  },
): Promise<readonly GranuleDocument[]> {
  const path = pathTo("granules", coverage, "json");
  const pages = seen.flatMap((one) => (one.path === path ? (one.body ?? []) : []));
  if (pages.length === 0) {
    const response = await get(original.read, path, { query: { limit: String(limits.page) } });
    if (succeeded(response)) pages.push(response.body);
  }
  const granules = pages.flatMap((body) =>
    parseGranules(bodyText({ status: 200, headers: {}, body }), "json", attributes),
  );
  return [...new Map(granules.map((granule) => [granule.id, granule])).values()];
}

/** The grid of a granule according to the coverage's document. */
function gridIn(content: Tree, crs: string): RasterGrid {
  const number = (tree: Tree | undefined, key: string, usual: number) => {
    const found = Number(memberText(tree, key) ?? Number.NaN);
    return Number.isFinite(found) && found !== 0 ? found : usual;
  };
  const placed = member(member(content, "grid"), "transform");
  const box = boxIn(content);
  return {
    name: undefined,
    width: 1,
    height: 1,
    transform: [
      box.minx,
      number(placed, "scaleX", box.maxx - box.minx),
      0,
      box.maxy,
      0,
      number(placed, "scaleY", box.miny - box.maxy),
    ],
    crs,
    bands: [{ name: "GRAY_INDEX", type: "UNSIGNED_8BITS", noData: undefined, unit: undefined }],
    slices: [],
  };
}

function boxIn(content: Tree) {
  const box = member(content, "nativeBoundingBox");
  const edge = (key: string, usual: number) => Number(memberText(box, key) ?? usual);
  return {
    minx: edge("minx", 0),
    miny: edge("miny", 0),
    maxx: edge("maxx", 1),
    maxy: edge("maxy", 1),
  };
}

/** A row without which a coverage of an empty index cannot be published. */
function standIn(content: Tree, { location, attributes }: IndexSchema): GranuleRow {
  const { minx, miny, maxx, maxy } = boxIn(content);
  const ring: Polygon["coordinates"][number] = [
    [minx, miny],
    [maxx, miny],
    [maxx, maxy],
    [minx, maxy],
    [minx, miny],
  ];
  const columns = attributes.filter(({ type }) => type !== "geometry").map(({ name }) => name);
  const values = Object.fromEntries(columns.map((name) => [name, null]));
  return {
    footprint: { type: "Polygon", coordinates: [ring] },
    values: { ...values, [location]: "none" },
  };
}
