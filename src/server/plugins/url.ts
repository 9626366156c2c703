/**
 * Brings the spellings of a URL that clients use to the one that is routed: either root, doubled
 * and trailing slashes, `+` for a blank, and a suffix that names the representation. What was cut
 * off is remembered per request (docs/compatibility.md, "Addresses").
 */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { CatalogError } from "../catalog/errors.ts";

/** Suffixes that name a representation; others are part of the name. */
const SUFFIX = /\.(xml|json|html|sld|css|ysld|mbstyle|zip)$/i;
/** Where clients reach the interface: the catalog's root is `rest`, those of tile cache and console lie beside it. */
const ROOT = /^(\/geoserver)?\/(rest|gwc\/rest|console)(?=\/|$)/;
const TILE_CACHE = "/gwc/rest";
/** Files of pages have their suffixes. */
const CONSOLE = "/console";
/** The tile cache knows two forms; what else stands behind a dot is part of the name. */
const TILE_CACHE_SUFFIX = /\.(xml|json)$/i;
/** Also U+FFFE and U+FFFF, which a list in XML could not show. */
const REFUSED = /%(?:2f|5c|7f|[01][0-9a-f]|ef%bf%b[ef])/i;
/** Whatever stands behind the last dot, where any suffix is cut off. */
const ANY_SUFFIX = /\.[^./]+$/;
/** Below these, everything is part of the name. */
const UNCUT = /^\/(?:resource\/|docs\/|security\/acl\/(?:rest|services)\/)/;
/** Names below these have a suffix by nature, which stays where any other is cut off. */
const NAMES_WITH_SUFFIX =
  /^\/security\/acl\/layers\/|\/(?:templates|granules)\/[^/]*$|stores\/[^/]+\/[^/]+$/;
/**
 * One rule: its key is looked up, never followed. That of a rule on requests is a path itself, that of a rule on a
 * layer has a backslash before dots of names.
 */
const RULE_KEYS = [
  [/^\/security\/acl\/rest\//, /%2f/gi],
  [/^\/security\/acl\/layers\//, /%5c/gi],
] as const;

declare module "fastify" {
  interface FastifyInstance {
    /** Where clients find the server, without a slash at the end; undefined where requests say it. */
    readonly publicUrl: string | undefined;
  }
}

interface Spelling {
  /** What the paths of the interface (`wire/paths.ts`) stand below, as the client wrote it. */
  readonly root: string;
  /** In lower case, where it names a form. */
  readonly suffix: string | undefined;
  readonly refused: string | undefined;
}

const spellings = new WeakMap<IncomingMessage, Spelling>();

/** For Fastify's `rewriteUrl`: gives the routed form of a URL, and cuts off the suffixes that the dialect does. */
export function rewriteUrlFor({ cutsSuffixes }: Pick<Dialect, "cutsSuffixes">) {
  return (message: Pick<IncomingMessage, "url">) => rewriteUrl(message, cutsSuffixes);
}

function rewriteUrl(message: Pick<IncomingMessage, "url">, cuts: Dialect["cutsSuffixes"]): string {
  const url = message.url ?? "/";
  const mark = url.indexOf("?");
  const rawPath = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? "" : url.slice(mark);
  const { root, named, below } = placeOf(rawPath.replaceAll(/\/{2,}/g, "/"));
  const cut = cutFrom(named, below, cuts);
  const suffix = SUFFIX.test(cut) ? cut.slice(1).toLowerCase() : undefined;
  spellings.set(message as IncomingMessage, { root, suffix, refused: refusal(url, below) });
  const path = `${named}${below.slice(0, below.length - cut.length)}`.replace(/\/$/, "");
  return `${path === "" ? "/" : path}${query}`;
}

/** Where a path lies: what its links begin with, the root as it is routed, and what is below that. */
function placeOf(path: string) {
  const [own = "", service = "", name] = ROOT.exec(path) ?? [];
  const below = path.slice(own.length).replace(/\/$/, "").replaceAll("+", "%20");
  const named = name === undefined ? "" : `/${name}`;
  return { root: named === TILE_CACHE ? service : own, named, below };
}

/** What is cut off the end of a path, with its dot. */
function cutFrom(named: string, below: string, cuts: Dialect["cutsSuffixes"]): string {
  if (named === CONSOLE || UNCUT.test(below)) return "";
  const isAny = cuts === "any" && !NAMES_WITH_SUFFIX.test(below);
  const pattern = named === TILE_CACHE ? TILE_CACHE_SUFFIX : isAny ? ANY_SUFFIX : SUFFIX;
  return pattern.exec(below)?.[0] ?? "";
}

function refusal(url: string, path: string): string | undefined {
  if (url.length > http.urlBytes)
    return `The URL has ${url.length} bytes; the limit is ${http.urlBytes}`;
  const key = RULE_KEYS.find(([pattern]) => pattern.test(path));
  const checked = key === undefined ? path : path.replaceAll(key[1], "");
  return REFUSED.test(checked)
    ? "The path holds an encoded slash, backslash, control character, U+FFFE or U+FFFF"
    : undefined;
}

/** Refuses a request whose URL cannot be served at all. */
export function checkUrl(request: FastifyRequest): void {
  const refused = spellings.get(request.raw)?.refused;
  if (refused === undefined) return;
  throw new CatalogError(refused.startsWith("The URL") ? "url-too-long" : "name-invalid", refused);
}

/** The suffix of the path as the client wrote it, in lower case. */
export function suffixOf(request: FastifyRequest): string | undefined {
  return spellings.get(request.raw)?.suffix;
}

/** The path as the client wrote it, without query and suffix. */
export function spelledPath(request: FastifyRequest): string {
  const [path = ""] = request.originalUrl.split("?", 1);
  const suffix = suffixOf(request);
  return suffix === undefined ? path : path.replace(SUFFIX, "");
}

/** Address of what paths of the interface stand below, as the client wrote it, for links in documents. */
export function baseOf(request: FastifyRequest): string {
  return `${originOf(request)}${spellings.get(request.raw)?.root ?? "/rest"}`;
}

/** Where clients find the server: as the operator says, and otherwise as they name it themselves. */
export function originOf(request: FastifyRequest): string {
  return request.server.publicUrl ?? `${request.protocol}://${hostOf(request)}`;
}

/** The host that a request names; before HTTP/1.1 it need not, and then it is where it came. */
export function hostOf({ host, socket }: FastifyRequest): string {
  if (host !== "") return host;
  const { localAddress = "", localPort } = socket;
  return `${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}
