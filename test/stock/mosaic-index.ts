/** Indexes of mosaics: how a stock server makes one, fills it, and what it leaves behind. */
import { isGranulePath } from "../../src/model/mosaic/granule-path.ts";
import { Refusal } from "./refusal.ts";
import type { CoverageStore, GranuleRow, MosaicIndex, State } from "./state.ts";

export function folderOf({ workspace, name }: CoverageStore): string {
  return `data/${workspace}/${name}`;
}

function propertiesIn(state: State, path: string): ReadonlyMap<string, string> {
  const text = new TextDecoder("latin1").decode(state.files.get(path) ?? new Uint8Array());
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[^#!\s]/.test(line));
  return new Map(
    lines.map((line) => {
      const [, key = "", value = ""] = /^\s*((?:\\.|[^=:\\])*)[=:]\s*(.*)$/.exec(line) ?? [];
      return [key.replaceAll("\\", "").trim(), value.replaceAll(/\\(.)/g, "$1").trim()] as const;
    }),
  );
}

/** Opens the reader of a mosaic: an index that is there is used, whatever the definition says now. */
export function indexOf(state: State, store: CoverageStore): MosaicIndex {
  const folder = folderOf(store);
  const database = databaseOf(state, store);
  const known = state.indexes.get(folder);
  // Of a table that was dropped by hand nothing is shown, and nothing can be removed.
  if (known !== undefined && database !== undefined && database.get(known.coverage) !== known)
    return { ...known, rows: [], isBroken: true };
  if (known !== undefined) return known;
  const indexer = propertiesIn(state, `${folder}/indexer.properties`);
  if (indexer.get("Cog") === "true" && !state.modules.has("cog"))
    throw new Refusal(500, unreadable(folder));
  const canBeEmpty = indexer.get("CanBeEmpty")?.toLowerCase() === "true";
  const inside = [...state.files.keys()].filter((path) => path.startsWith(`${folder}/`));
  const isEmpty = !inside.some((path) => isGranulePath(path.slice(folder.length + 1)));
  const coverage = indexer.get("Name") ?? (isEmpty && database ? "index" : store.name);
  const columns = columnsIn(indexer.get("Schema"));
  const table = database?.get(coverage);
  const isMade = table === undefined || table === "somebody else's";
  const index: MosaicIndex = isMade ? { coverage, columns, canBeEmpty, rows: [], next: 1 } : table;
  // A table whose folder was not the one that it was made for cannot be published from.
  const isKnown = state.files.has(`${folder}/${coverage}.properties`);
  if (!isMade && !isKnown) index.isBroken = true;
  // Nor can a folder be read that shows of an index which is not there.
  if (isMade && isKnown) throw new Refusal(500, unreadable(folder));
  harvestPaths(
    state,
    store,
    index,
    inside.map((path) => path.slice(folder.length + 1)),
  );
  // An index of files is made of granules: without one there is nothing to read, whatever CanBeEmpty says.
  if (index.rows.length === 0 && (database === undefined || !canBeEmpty))
    throw new Refusal(500, unreadable(folder));
  state.indexes.set(folder, index);
  database?.set(coverage, index);
  const note = new TextEncoder().encode(`Name=${coverage}\nTypeName=${coverage}\n`);
  state.files.set(`${folder}/${coverage}.properties`, note);
  state.files.set(`${folder}/${coverage}sample_image.dat`, new Uint8Array([0xac, 0xed]));
  return index;
}

/** What is said of a mosaic that no reader takes; a list of hints follows. */
function unreadable(folder: string): string {
  return `Failed to create reader from file:${folder} and hints Hints:\n  REPOSITORY = org.geoserver.catalog.CatalogRepository`;
}

const DEFAULT_SCHEMA = "*the_geom:Polygon,location:String";

function columnsIn(schema = DEFAULT_SCHEMA): MosaicIndex["columns"] {
  const columns = schema.split(",").map((column) => {
    const [name = "", type = ""] = column.split(":");
    return { name: name.replace("*", "").trim(), type: type.trim() };
  });
  const isReadable = columns.every(({ name, type }) => name !== "" && type !== "");
  return isReadable ? columns : columnsIn(DEFAULT_SCHEMA);
}

/** Puts files into the index; what cannot be used is left out without a word. */
export function harvestPaths(
  state: State,
  store: CoverageStore,
  index: MosaicIndex,
  paths: readonly string[],
): void {
  const folder = folderOf(store);
  const pattern = propertiesIn(state, `${folder}/timeregex.properties`).get("regex");
  for (const path of paths) {
    const bytes = state.files.get(`${folder}/${path}`);
    const isRaster = path.startsWith("/") ? state.disk.has(path) : bytes && looksLikeRaster(bytes);
    if (!isGranulePath(path.replace(/^.*\//, "")) || !isRaster) continue;
    const time = timeIn(path, pattern);
    if (time === undefined) continue;
    // Once more is another row: the old ones of the file go first.
    const others = index.rows.filter(({ location }) => location !== path);
    const row: GranuleRow = { id: index.next, location: path, time };
    index.next += 1;
    index.rows = [...others, row];
  }
}

function looksLikeRaster(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.slice(0, 4)).toString("latin1");
  return ["II*\0", "MM\0*", "\x89PNG", "\x89HDF"].includes(start) || start.startsWith("CDF");
}

/** The time in a name; null where none is collected, undefined where it does not fit. */
function timeIn(path: string, pattern: string | undefined): number | null | undefined {
  if (pattern === undefined) return null;
  const name = path.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  const digits = new RegExp(pattern.split(",format=", 1)[0] ?? "").exec(name)?.[0];
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})T?(\d{2})?/.exec(digits ?? "");
  if (parts === null) return undefined;
  const [, year, month, day, hour = "00"] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`);
}

/** The database that holds the index of a mosaic; undefined for an index in its folder. */
function databaseOf(state: State, store: CoverageStore) {
  const connection = propertiesIn(state, `${folderOf(store)}/datastore.properties`);
  const isDatabase = /Postgis|Oracle|SQLServer|JNDI|H2/.test(connection.get("SPI") ?? "");
  if (!isDatabase && !connection.has("StoreName")) return undefined;
  const name = connection.get("database") ?? connection.get("StoreName") ?? "";
  const known = state.databases.get(name) ?? new Map<string, MosaicIndex | "somebody else's">();
  state.databases.set(name, known);
  return known;
}

/**
 * What is deleted with a store: nothing, its index and definition, or its granules too. With an index in
 * a database, the whole database goes.
 */
export function purgeStore(state: State, store: CoverageStore, purge: string): void {
  const kind = purge.toLowerCase();
  const isPurged = store.type === "ImageMosaic" && (kind === "all" || kind === "metadata");
  const database = databaseOf(state, store);
  if (database !== undefined) state.indexes.delete(folderOf(store));
  if (!isPurged) return;
  // The store is gone by then; of a mosaic that cannot be read the rest stays.
  if (database === undefined) indexOf(state, store);
  for (const [name, tables] of state.databases)
    if (tables === database) state.databases.delete(name);
  const folder = `${folderOf(store)}/`;
  state.indexes.delete(folderOf(store));
  for (const path of state.files.keys()) {
    if (!path.startsWith(folder)) continue;
    if (kind === "all" || !isGranulePath(path.slice(folder.length))) state.files.delete(path);
  }
}
