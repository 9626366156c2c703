/**
 * What the lane meets, as lines of JSON: requests by their shape, at most three of each, with what came
 * back. No line holds a credential.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { LiveAnswer, LiveRequest } from "./exchange.ts";
import { KEPT } from "./settings.ts";

/** One line of a recording; what is absent is left out. */
export interface Recorded {
  /** Method, path without names, names in the query, type and root of the body, status, type of the answer. */
  readonly shape: string;
  readonly case: string;
  readonly method: string;
  /** Path and query from the service: `/rest/…`. */
  readonly url: string;
  readonly reqType?: string;
  readonly reqHeaders: Readonly<Record<string, string>>;
  readonly reqBody?: string;
  readonly status: number;
  readonly ms: number;
  readonly type?: string;
  readonly location?: string;
  readonly body: string;
}

/** Words of the interface; what else stands in a path is a name. */
const WORDS = new Set(
  (
    "rest gwc about version status workspaces namespaces datastores coveragestores featuretypes coverages " +
    "styles layers layergroups security acl catalog services usergroup users user groups roles role masterpw " +
    "resource plumbline index granules settings contact urlchecks default templates logging reload reset fonts " +
    "wms wfs wcs wmts wmsstores wmslayers wmtsstores wmtslayers gridsets blobstores diskquota masstruncate"
  ).split(" "),
);

/** What two requests are alike by: a shape without what was answered. */
export function requestOf({ shape, status }: Pick<Recorded, "shape" | "status">): string {
  return shape.slice(0, shape.lastIndexOf(` ${status} `));
}

/** A recorder: shows of each exchange the line that is to be written, or nothing. */
export function recorder(secrets: readonly string[], keeps: number = KEPT) {
  const seen = new Map<string, number>();
  const hide = hider(secrets);
  return (about: {
    readonly case: string;
    readonly url: string;
    readonly request: LiveRequest;
    readonly answer: LiveAnswer;
    readonly ms: number;
  }): Recorded | undefined => {
    const { request, answer } = about;
    const shape = shapeOf(about.url, request, answer);
    const count = (seen.get(shape) ?? 0) + 1;
    seen.set(shape, count);
    if (count > keeps) return undefined;
    const reqType = request.headers["content-type"];
    const { "content-type": type, location } = answer.headers;
    return {
      shape,
      case: about.case,
      method: request.method,
      url: hide(about.url),
      ...(reqType === undefined ? {} : { reqType }),
      reqHeaders: headersOf(request.headers, hide),
      ...(request.body === undefined ? {} : { reqBody: hide(textOf(request.body, reqType)) }),
      status: answer.status,
      ms: Math.round(about.ms),
      ...(type === undefined ? {} : { type }),
      ...(location === undefined ? {} : { location: hide(location) }),
      body: hide(textOf(answer.body, type)),
    };
  };
}

/** What says the same of many requests. */
function shapeOf(url: string, request: LiveRequest, answer: LiveAnswer): string {
  const [path = "", query = ""] = url.split("?", 2);
  const named = path.split("/").map(wordOf).join("/");
  const keys = [...new Set(new URLSearchParams(query).keys())].toSorted().join("&");
  const reqType = request.headers["content-type"] ?? "";
  const root = request.body === undefined ? "" : rootOf(textOf(request.body, reqType));
  const type = answer.headers["content-type"] ?? "";
  return `${request.method} ${named}?${keys} ${reqType} ${root} ${answer.status} ${type}`;
}

function wordOf(segment: string, index: number): string {
  const [, name = "", suffix = ""] = /^(.*?)(\.[a-z]+)?$/.exec(segment) ?? [];
  if (segment === "" || WORDS.has(name) || (index > 0 && name === "file")) return segment;
  return `{}${/^\.(?:xml|json|html|sld|css|zip|appschema)$/.test(suffix) ? suffix : ""}`;
}

function rootOf(text: string): string {
  return /^\uFEFF?\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?(\w+)/.exec(text)?.[1] ?? "";
}

const NOT_TOLD = new Set(["authorization", "cookie", "host", "connection", "content-length"]);

function headersOf(
  headers: IncomingHttpHeaders,
  hide: (text: string) => string,
): Readonly<Record<string, string>> {
  const told = Object.entries(headers).filter(([name]) => !NOT_TOLD.has(name));
  return Object.fromEntries(told.map(([name, value]) => [name, hide(String(value))]));
}

/** What is no text is reported by its length. */
function textOf(body: Buffer, type: string | undefined): string {
  const isText =
    body.byteLength === 0 || /text|xml|json|css|properties|urlencoded/.test(type ?? "");
  const text = body.toString("utf8");
  const isReadable = !text.includes("\uFFFD") && !text.includes("\0");
  return isText || (isReadable && /appschema|octet-stream/.test(type ?? ""))
    ? text
    : `(${body.byteLength} bytes)`;
}

const HIDDEN = "(secret)";
const WORD = String.raw`[\w.-]*(?:passw(?:or)?d|masterpw|secret|token|accountKey|apiKey|authKey|headerValue)[\w.-]*`;

/** Fields that are called as secrets are, in XML, JSON, lists of parameters and properties. */
const FIELDS: readonly RegExp[] = [
  new RegExp(String.raw`(<(?:\w+:)?(${WORD})(?:\s[^>]*)?>)[^<]+(?=</)`, "gi"),
  new RegExp(String.raw`(<entry key="${WORD}">)[^<]+(?=</)`, "gi"),
  new RegExp(String.raw`(<string>${WORD}</string>\s*<string>)[^<]+(?=</)`, "gi"),
  new RegExp(String.raw`(<name>${WORD}</name>\s*<value>)[^<]+(?=</)`, "gi"),
  new RegExp(String.raw`("@key":\s*"${WORD}",\s*"\$":\s*")[^"]+(?=")`, "gi"),
  new RegExp(String.raw`("${WORD}":\s*")[^"]+(?=")`, "gi"),
  new RegExp(String.raw`(^\s*${WORD}\s*[=:]\s*)[^\s<{][^\r\n]*`, "gim"),
];

/** Takes secrets out of a text: those that are known, and what stands where secrets stand. */
function hider(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret.length > 2);
  const spellings = [...known, ...known.map(encodeURIComponent)];
  return (text) => {
    const without = spellings.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
    const inAddresses = without.replace(/(\/\/[^/\s:@"<]+:)[^/\s@"<]+(?=@)/g, `$1${HIDDEN}`);
    return FIELDS.reduce((left, field) => left.replace(field, `$1${HIDDEN}`), inAddresses);
  };
}
