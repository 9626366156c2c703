/** Mosaics for tests: archives, folders of generated granules, and a client that asks for them. */
import { readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect } from "vitest";
import { zipOf } from "../estates/artefacts.ts";
import { AUTHORIZATION } from "../servers/catalog.ts";
import { writeFiles } from "../run/folders.ts";
import { geoTiff } from "./geotiff.ts";
import { sendRaw, type RawResponse } from "../servers/http.ts";

const indexer = [
  "Schema=*the_geom:Polygon,location:String,time:java.util.Date,elevation:Double",
  "TimeAttribute=time",
  "ElevationAttribute=elevation",
  "PropertyCollectors=TimestampFileNameExtractorSPI[timeregex](time),DoubleFileNameExtractorSPI[elevationregex](elevation)",
  "CanBeEmpty=true",
].join("\n");

/** What defines a mosaic whose granules are called as `granuleName` does. */
export const definition: Readonly<Record<string, string>> = {
  "indexer.properties": indexer,
  "timeregex.properties": "regex=(?<=_)[0-9]{8}",
  "elevationregex.properties": "regex=(?<=z)[0-9]+",
};

/** A raster of one degree in a row of them, its west edge at this number. */
export function granule(number: number): Uint8Array<ArrayBuffer> {
  const minx = (number % 360) - 180;
  const bounds = { minx, miny: 0, maxx: minx + 1, maxy: 1 };
  return geoTiff({ width: 4, height: 4, epsg: 4326, bounds });
}

/** The name of a granule, which says a day and an elevation. */
export function granuleName(number: number): string {
  const day = new Date(Date.UTC(2000, 0, 1 + (number % 3_000))).toISOString().slice(0, 10);
  return `g${number}_${day.replaceAll("-", "")}_z${number % 10}.tif`;
}

/** Granules by name. */
export function granules(first: number, count: number): Readonly<Record<string, Uint8Array>> {
  const numbers = Array.from({ length: count }, (_unused, index) => first + index);
  return Object.fromEntries(numbers.map((number) => [granuleName(number), granule(number)]));
}

/** Writes granules into folders below one, 100 in each. */
export function writeGranules(folder: string, count: number): void {
  for (let first = 0; first < count; first += 100) {
    writeFiles(join(folder, `d${first}`), granules(first, Math.min(100, count - first)));
  }
}

/** An archive of a mosaic with these granules. */
export function archiveOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  return zipOf({ ...definition, ...files });
}

/** Asks a catalog server as its administrator; `path` begins below `/rest`. */
export interface Client {
  readonly send: (
    method: string,
    path: string,
    type?: string,
    body?: string | Uint8Array,
  ) => Promise<RawResponse>;
  /** Sends and expects this status; gives the body as text. */
  readonly expect: (
    status: number,
    ...request: Readonly<Parameters<Client["send"]>>
  ) => Promise<string>;
}

/** A client of a server. */
export function clientOf(origin: string): Client {
  const send: Client["send"] = (method, path, type, body) =>
    sendRaw(origin, {
      method,
      path: `/rest${path}`,
      headers: {
        authorization: AUTHORIZATION,
        ...(type === undefined ? {} : { "content-type": type }),
      },
      body,
    });
  return {
    send,
    expect: async (status, ...request) => {
      const answer = await send(...request);
      const text = answer.body.toString();
      expect(answer.status, `${request[0]} ${request[1]}: ${text.slice(0, 2_000)}`).toBe(status);
      return text;
    },
  };
}

/** The store that most tests have. */
export const STORE = "/workspaces/w/coveragestores/rain";
/** Its granules. */
export const GRANULES = `${STORE}/coverages/rain/index/granules`;
export const ZIP = "application/zip";
export const TEXT = "text/plain";
export const XML = "text/xml";

/** Makes a workspace. */
export async function makeWorkspace(client: Client, name = "w"): Promise<void> {
  const body = `<workspace><name>${name}</name></workspace>`;
  await client.expect(201, "POST", "/workspaces", XML, body);
}

/** Makes the workspace and the store with these granules; publishes its coverage when there are some. */
export async function makeMosaic(
  client: Client,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<void> {
  await makeWorkspace(client);
  const configure = Object.keys(files).length === 0 ? "?configure=none" : "";
  const path = `${STORE}/file.imagemosaic${configure}`;
  await client.expect(200, "PUT", path, ZIP, await archiveOf(files));
}

/** Publishes the coverage of the store. */
export async function publish(client: Client): Promise<void> {
  const body = "<coverage><name>rain</name><enabled>true</enabled></coverage>";
  await client.expect(201, "POST", `${STORE}/coverages`, XML, body);
}

/** A granule as its JSON says it. */
export interface ListedGranule {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | number | null>> & {
    readonly location: string;
  };
}

/** All granules that match, page by page. */
export async function listAll(client: Client, filter = "INCLUDE"): Promise<ListedGranule[]> {
  const all: ListedGranule[] = [];
  for (let offset = 0; ; offset += 1_000) {
    const page = `offset=${offset}&limit=1000&filter=${encodeURIComponent(filter)}`;
    const text = await client.expect(200, "GET", `${GRANULES}.json?${page}`);
    const { features } = JSON.parse(text) as { features: ListedGranule[] };
    all.push(...features);
    if (features.length < 1_000) return all;
  }
}

/** The locations of granules, sorted. */
export function locationsOf(found: readonly ListedGranule[]): string[] {
  return found.map(({ properties }) => properties.location).toSorted();
}

/** Sees that every granule is there once, and that what boxes find is all there is. */
export async function expectConsistent(client: Client): Promise<string[]> {
  const all = locationsOf(await listAll(client));
  expect(new Set(all).size).toBe(all.length);
  const boxed: ListedGranule[] = [];
  for (let west = -180; west < 180; west += 60) {
    boxed.push(...(await listAll(client, `BBOX(the_geom,${west + 0.5},0.2,${west + 59.5},0.8)`)));
  }
  expect(locationsOf(boxed)).toEqual(all);
  return all;
}

/** Sees that the database of a server that has ended is whole, boxes included. */
export function expectWholeDatabase(data: string): void {
  const database = new DatabaseSync(join(data, "catalog.db"), { readOnly: true });
  try {
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'granules_[0-9]*_boxes'")
      .all();
    for (const { name } of tables) {
      const boxes = String(name);
      expect(database.prepare(`SELECT rtreecheck('${boxes}') AS found`).get()).toEqual({
        found: "ok",
      });
      const rows = boxes.replace(/_boxes$/, "");
      const apart = `SELECT count(*) AS count FROM ${rows} FULL JOIN ${boxes} USING (id)
        WHERE ${rows}.rowid IS NULL OR ${boxes}.rowid IS NULL`;
      expect(database.prepare(apart).get()).toEqual({ count: 0 });
    }
    const known = database.prepare("SELECT count(*) AS count FROM granule_indexes").get();
    expect(known).toEqual({ count: tables.length });
  } finally {
    database.close();
  }
}

/** Names in the staging area of a server. */
export function stagedIn(data: string): readonly string[] {
  return readdirSync(join(data, "staging"));
}
