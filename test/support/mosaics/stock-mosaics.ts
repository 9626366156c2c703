/**
 * The mosaics of a stock server, in memory, in front of a real catalog: what such servers are known
 * to answer, written by hand. Files are names; the time of a granule is the date in its name.
 */
import type { Granule, IndexSchema } from "../../../src/model/granule.ts";
import { isGranulePath } from "../../../src/model/mosaic/granule-path.ts";
import { matcher } from "../../../src/server/filters/evaluate.ts";
import { parseFilter } from "../../../src/wire/filter.ts";
import { renderGranules } from "../../../src/wire/granule.ts";
import { isOfTileCache } from "../../../src/wire/paths.ts";
import type { Transport, WireRequest, WireResponse } from "../../../src/wire/request.ts";
import { readZip } from "../../../src/wire/zip.ts";

interface StockCoverage {
  nativeName: string;
  /** Everything in the document but the names. */
  body: string;
}

interface StockStore {
  readonly files: Map<string, Uint8Array>;
  /** Locations of granules. */
  readonly index: Set<string>;
  readonly coverages: Map<string, StockCoverage>;
}

/** A stock server's mosaics, and what a test may look at. */
export interface StockMosaics {
  readonly stores: Map<string, StockStore>;
  /** Paths of files on the disk of the server. */
  readonly disk: Set<string>;
  readonly wrap: (real: Transport) => Transport;
}

const text = (body: string, status = 200, type = "application/xml"): WireResponse => ({
  status,
  headers: { "content-type": type },
  body: new TextEncoder().encode(body),
});

const schema: IndexSchema = {
  typeName: "granule",
  geometry: "the_geom",
  location: "location",
  crs: "EPSG:4326",
  attributes: [
    { name: "the_geom", type: "geometry" },
    { name: "location", type: "string" },
    { name: "time", type: "timestamp" },
  ],
};

const ABOUT = '<about><resource name="GeoServer"><Version>2.28.1</Version></resource></about>';

/** Mosaics whose index is called as their store. */
export function stockMosaics(load: (request: WireRequest) => Promise<Uint8Array>): StockMosaics {
  const stores = new Map<string, StockStore>();
  const disk = new Set<string>();
  const left = new Map<string, Map<string, Uint8Array>>();
  const wrap =
    (real: Transport): Transport =>
    async (request) => {
      if (isOfTileCache(request.path)) return text("Unknown layer", 404);
      if (request.path === "/about/version.xml") return text(ABOUT);
      const found = /^\/workspaces\/([^/]+)\/coveragestores(?:\.xml)?(?:\/([^/]+))?(\/.*)?$/.exec(
        request.path,
      );
      if (found !== null) {
        const [, workspace = "", store, rest = ""] = found;
        return answer({ stores, disk, left, load }, request, { workspace, store, rest });
      }
      const file = /^\/resource\/data\/([^/]+)\/([^/]+)(?:\/(.+))?$/.exec(request.path);
      if (file !== null) {
        const key = `${file[1]}:${file[2]}`;
        const files = stores.get(key)?.files ?? left.get(key);
        return resource(files, request.method, file[3]);
      }
      const layer = /^\/layers\/([^/:]+)(?::|%3A)([^/]+)\.xml$/.exec(request.path);
      const isCoverage = [...stores].some(
        ([key, { coverages }]) =>
          key.startsWith(`${layer?.[1]}:`) && coverages.has(layer?.[2] ?? ""),
      );
      if (isCoverage) {
        return text(
          "<layer><type>RASTER</type><defaultStyle><name>raster</name></defaultStyle></layer>",
        );
      }
      return real(request);
    };
  return { stores, disk, wrap };
}

interface Server {
  readonly stores: Map<string, StockStore>;
  readonly disk: Set<string>;
  /** Files of stores that were deleted without purge. */
  readonly left: Map<string, Map<string, Uint8Array>>;
  readonly load: (request: WireRequest) => Promise<Uint8Array>;
}

interface Target {
  readonly workspace: string;
  readonly store: string | undefined;
  readonly rest: string;
}

async function answer(server: Server, request: WireRequest, at: Target): Promise<WireResponse> {
  if (at.store === undefined) {
    const names = [...server.stores.keys()].filter((key) => key.startsWith(`${at.workspace}:`));
    const nodes = names.map(
      (key) => `<coverageStore><name>${key.split(":")[1]}</name></coverageStore>`,
    );
    return text(`<coverageStores>${nodes.join("")}</coverageStores>`);
  }
  const name = decodeURIComponent(at.store).replace(/\.xml$/, "");
  const key = `${at.workspace}:${name}`;
  const store = server.stores.get(key);
  if (at.rest.endsWith(".imagemosaic")) return upload(server, request, { key, at });
  if (store === undefined) return text(`No such coverage store: ${at.workspace},${name}`, 404);
  if (at.rest === "") {
    if (request.method === "DELETE") {
      server.stores.delete(key);
      if (request.query?.["purge"] === undefined) server.left.set(key, store.files);
      return text("");
    }
    return text(
      `<coverageStore><name>${name}</name><type>ImageMosaic</type><enabled>true</enabled><url>file:data/${at.workspace}/${name}</url></coverageStore>`,
    );
  }
  if (/\/index\/granules\.(?:json|xml)$/.test(at.rest)) return granules(store, request);
  return coverages(server, store, {
    request,
    name: at.rest.replace(/^\/coverages\/?/, ""),
    index: name,
  });
}

async function upload(
  server: Server,
  request: WireRequest,
  { key, at }: { readonly key: string; readonly at: Target },
): Promise<WireResponse> {
  const bytes = await server.load(request);
  if (request.method === "PUT") {
    const store = server.stores.get(key) ?? {
      files: server.left.get(key) ?? new Map<string, Uint8Array>(),
      index: new Set<string>(),
      coverages: new Map(),
    };
    server.stores.set(key, store);
    await unpack(store, bytes);
    if (request.query?.["configure"] !== "none" && store.index.size > 0)
      store.coverages.set(key.split(":")[1] ?? "", {
        nativeName: key.split(":")[1] ?? "",
        body: "",
      });
    return text("", 201);
  }
  const store = server.stores.get(key);
  if (store === undefined) return text("No such coverage store", 404);
  if (at.rest.startsWith("/external")) {
    const path = new TextDecoder().decode(bytes);
    if (!path.startsWith("/")) return text(`Failed to locate the input file ${path}`, 400);
    for (const file of server.disk)
      if (file === path || (path.endsWith("/") && file.startsWith(path))) store.index.add(file);
    return text("", 202);
  }
  const filename = request.query?.["filename"];
  if (filename === undefined) await unpack(store, bytes);
  else {
    store.files.set(filename, bytes);
    store.index.add(filename);
  }
  return text("", 202);
}

async function unpack(store: StockStore, bytes: Uint8Array): Promise<void> {
  for (const [path, content] of await readZip(bytes)) {
    store.files.set(path, content);
    if (isGranulePath(path)) store.index.add(path);
  }
}

function granules({ index }: StockStore, request: WireRequest): WireResponse {
  const { filter = "INCLUDE", offset = "0", limit = "1000000" } = request.query ?? {};
  const matches = matcher(parseFilter(filter), schema);
  const found = [...index].map((location, number) => rowOf(location, number + 1)).filter(matches);
  if (request.method === "DELETE") {
    for (const { values } of found) index.delete(String(values["location"]));
    return text("");
  }
  const page = found.slice(Number(offset), Number(offset) + Number(limit));
  const { text: body } = renderGranules({ schema, coverage: "granule", granules: page }, "json");
  return text(body, 200, "application/json");
}

function rowOf(location: string, id: number): Granule {
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})/.exec(location) ?? [];
  const time = year === undefined ? null : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ] as const;
  return {
    id,
    footprint: { type: "Polygon", coordinates: [ring] },
    values: { location, time },
  };
}

async function coverages(
  server: Server,
  store: StockStore,
  about: { readonly request: WireRequest; readonly name: string; readonly index: string },
): Promise<WireResponse> {
  const { request } = about;
  const name = decodeURIComponent(about.name).replace(/\.xml$/, "");
  if (request.method === "POST" || request.method === "PUT") {
    const body = new TextDecoder().decode(await server.load(request));
    const given = /<name>([^<]*)<\/name>/.exec(body)?.[1] ?? "";
    const nativeName = /<nativeCoverageName>([^<]*)</.exec(body)?.[1] ?? given;
    if (nativeName !== about.index || store.index.size === 0) return text("no such coverage", 500);
    const rest = body.replaceAll(
      /<\/?coverage>|<(name|nativeName|nativeCoverageName)>[^<]*<\/\1>/g,
      "",
    );
    const kept = /<title>/.test(rest) ? "" : `<title>${given}</title>`;
    store.coverages.set(given, { nativeName, body: rest + kept });
    return text("", request.method === "POST" ? 201 : 200);
  }
  if (name === "" || /^\/coverages(?:\.xml)?$/.test(name) || name === ".xml") {
    const nodes = [...store.coverages.keys()].map(
      (one) => `<coverage><name>${one}</name></coverage>`,
    );
    return text(`<coverages>${nodes.join("")}</coverages>`);
  }
  const found = store.coverages.get(name);
  if (found === undefined) return text(`No such coverage: ${name}`, 404);
  if (request.method === "DELETE") {
    store.coverages.delete(name);
    return text("");
  }
  const { nativeName, body } = found;
  return text(
    `<coverage><name>${name}</name><nativeName>${nativeName}</nativeName><nativeCoverageName>${nativeName}</nativeCoverageName>${body}<enabled>true</enabled></coverage>`,
  );
}

function resource(
  files: Map<string, Uint8Array> | undefined,
  method: string,
  file: string | undefined,
): WireResponse {
  if (files === undefined) return text("Undefined resource path.", 404);
  if (file !== undefined && method === "DELETE")
    return text("", files.delete(decodeURIComponent(file)) ? 200 : 404);
  if (file === undefined) {
    const names = [...new Set([...files.keys()].map((path) => path.split("/")[0] ?? ""))];
    const nodes = names.map((name) => `<child><name>${name}</name></child>`);
    return text(`<ResourceDirectory><children>${nodes.join("")}</children></ResourceDirectory>`);
  }
  const bytes = files.get(decodeURIComponent(file));
  if (bytes === undefined) return text("Undefined resource path.", 404);
  return { status: 200, headers: { "content-type": "application/octet-stream" }, body: bytes };
}
