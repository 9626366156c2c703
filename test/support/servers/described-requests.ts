/**
 * Requests made from the description of the interface: parameters, media types and methods as it says
 * them, and as it does not. Names are such as the catalog holds, such as it does not, and such as
 * nothing can have.
 */
import fc from "fast-check";
import type { DescribedOperation, Description } from "./description.ts";

/** A request, and what is to be known of it. */
export interface MadeRequest {
  readonly operation: DescribedOperation;
  /** That of the operation, or one that its path does not have. */
  readonly method: string;
  /** Path and query as they go over the wire. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly credentials: "right" | "missing" | "wrong";
}

/** Names by the parameter that they stand for; those of a fresh set of objects come first. */
const names: Readonly<Record<string, readonly string[]>> = {
  workspace: ["w1", "w1", "w2", "default", "none"],
  namespace: ["w1", "default", "none"],
  store: ["st", "pg", "rain", "none"],
  featureType: ["A", "none"],
  coverage: ["dem", "none"],
  layer: ["w1:A", "A", "w1:dem", "none"],
  layerGroup: ["g", "w1:g", "none"],
  style: ["river", "point", "none"],
  upload: ["file.appschema", "file.imagemosaic", "external.imagemosaic", "url.imagemosaic", "x"],
  rule: ["w1.*.r", "*.*.w", "/workspaces/**:GET", "wfs.*", "none"],
  user: ["u", "none"],
  blobStore: ["b", "none"],
  gridSet: ["EPSG:4326", "G1", "none"],
  group: ["staff", "none"],
  role: ["R", "ADMIN", "ROLE_ADMINISTRATOR", "none"],
  service: ["default", "other"],
  module: ["gs-main", "none"],
  path: ["styles", "styles/default_point.sld", "a/b.txt", "data/w1/st/st.appschema", "none"],
  granule: ["dem.1", "x"],
  harvest: ["x"],
  internalStore: ["inner"],
};

/** What no name can hold, encoded: control characters, slashes, too much; and what surprises. */
const odd = ["%15", "a%2Fb", "%00", "..%2f..", "x".repeat(300), "a.b.xml", "%C3%A9", "a+b", "%zz"];

const values = [
  "true",
  "false",
  "",
  "-1",
  "0",
  "1",
  "999999999999",
  "all",
  "none",
  "w1",
  "json",
  "xml",
  "metadata",
  "move",
  "INCLUDE",
  "location = 'a'",
  "((",
  "é",
  "Style",
  "x.tif",
];
const accepts = [
  "*/*",
  "application/json",
  "application/xml",
  "text/html",
  "image/png",
  "nonsense",
  "",
];
const types = [
  "application/xml",
  "text/xml",
  "application/json",
  "text/json",
  "text/plain",
  "application/zip",
  "image/png",
  "application/vnd.ogc.sld+xml",
  "application/octet-stream",
  "nonsense",
  "application/json; charset=nope",
];
const encodings = ["gzip", "br"];

const suffix = fc.constantFrom("", "", "", "", ".json", ".xml", ".json", ".xml", ".html", ".zip");
/** Others are part of the name there. */
const tileCacheSuffix = fc.constantFrom("", "", ".json", ".xml");

/** One of these, mostly of the first list. */
function mostly<Value>(usual: readonly Value[], unusual: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...unusual) },
  );
}

function pathOf({ path }: DescribedOperation): fc.Arbitrary<string> {
  const parts = path.split(/(\{[A-Za-z]+\})/);
  const filled = parts.map((part) => {
    const name = /^\{([A-Za-z]+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    return mostly(names[name] ?? ["x"], odd).map((text) =>
      odd.includes(text) ? text : text.split("/").map(encodeURIComponent).join("/"),
    );
  });
  const root = mostly(["", ""], ["/geoserver", "/"]);
  return fc
    .tuple(root, fc.tuple(...filled), path.startsWith("/gwc/") ? tileCacheSuffix : suffix)
    .map(([front, all, end]) => `${front}${all.join("")}${end}`);
}

function queryOf({ parameters }: DescribedOperation): fc.Arbitrary<string> {
  const known = parameters.filter((one) => one.in === "query").map(({ name }) => name);
  const name = fc.constantFrom(...known, "quietOnNotFound", "unheard-of");
  const pair = fc
    .tuple(name, fc.constantFrom(...values))
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return fc
    .array(pair, { maxLength: 2 })
    .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`));
}

/** Present with this chance in a hundred. */
function sometimes<Value>(
  percent: number,
  arbitrary: fc.Arbitrary<Value>,
): fc.Arbitrary<Value | undefined> {
  return fc.oneof(
    { weight: percent, arbitrary },
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
  );
}

function headersOf({ takes }: DescribedOperation): fc.Arbitrary<Readonly<Record<string, string>>> {
  const usual = takes?.filter((type) => !type.includes("*")) ?? [];
  const all = fc.record({
    accept: sometimes(30, fc.constantFrom(...accepts)),
    "content-type": sometimes(90, mostly(usual.length === 0 ? types : usual, types)),
    "content-encoding": sometimes(4, fc.constantFrom(...encodings)),
    "if-match": sometimes(8, fc.constantFrom("*", '"x"', "W/x")),
    "if-none-match": sometimes(8, fc.constantFrom("*", '"x"')),
  });
  return all.map((headers) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      ),
    ),
  );
}

/** A body, and the requests that it is meant for. */
export interface PossibleBody {
  readonly content: string | Uint8Array;
  /** Of the path of an operation. */
  readonly path: RegExp;
  /** Of the content type. */
  readonly type: RegExp;
}

function bodyFor(
  { path, takes }: DescribedOperation,
  contentType: string,
  bodies: readonly PossibleBody[],
): fc.Arbitrary<string | Uint8Array | undefined> {
  if (takes === undefined)
    return sometimes(10, fc.constantFrom(...bodies.map(({ content }) => content)));
  const fitting = bodies.filter((body) => body.path.test(path) && body.type.test(contentType));
  const all = bodies.map(({ content }) => content);
  const usual = fitting.length === 0 ? all : fitting.map(({ content }) => content);
  return sometimes(92, mostly(usual, all));
}

/** Requests to these operations; bodies are chosen among these, those that fit first. */
export function requestsTo(
  { operations }: Description,
  bodies: readonly PossibleBody[],
): fc.Arbitrary<MadeRequest> {
  return fc.constantFrom(...operations).chain((operation) => {
    const have = new Set(
      operations.filter(({ path }) => path === operation.path).map(({ method }) => method),
    );
    const others = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"].filter(
      (method) => !have.has(method),
    );
    return headersOf(operation).chain((headers) =>
      fc
        .record({
          method: mostly([operation.method], others),
          path: pathOf(operation),
          query: queryOf(operation),
          body: bodyFor(operation, headers["content-type"] ?? "", bodies),
          credentials: mostly<MadeRequest["credentials"]>(["right"], ["missing", "wrong"]),
        })
        .map(({ path, query, ...made }) => ({
          operation,
          headers,
          ...made,
          url: `${path}${query}`,
        })),
    );
  });
}
