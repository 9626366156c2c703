/**
 * Normalises URLs for routing: either root, repeated and trailing slashes, `+` for a blank, and a
 * format suffix. Remembers per request what was cut off (docs/compatibility.md, "Addresses").
 */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { http as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { CatalogError } from "../catalog/errors.ts";

/** Format suffixes; others belong to the name. */
const SUFFIX = /\.(xml|json|html|sld|css|ysld|mbstyle|zip)$/i;
/** Tile cache and console have roots of their own. */
const ROOT = /^(\/geoserver)?\/(rest|gwc\/rest|console)(?=\/|$)/;
const TILE_CACHE = "/gwc/rest";
/** Files of the console keep their suffixes. */
const CONSOLE = "/console";
/** The tile cache has two formats; other suffixes belong to the name. */
const TILE_CACHE_SUFFIX = /\.(xml|json)$/i;
/** Includes U+FFFE and U+FFFF, which XML cannot contain. */
const REFUSED = /%(?:2f|5c|7f|[01][0-9a-f]|ef%bf%b[ef])/i;
const ANY_SUFFIX = /\.[^./]+$/;
/** Below these, suffixes belong to the name. */
const UNCUT = /^\/(?:resource\/|docs\/|security\/acl\/(?:rest|services)\/)/;
/** Names that keep their suffix where any other is cut off. */
const NAMES_WITH_SUFFIX =
  /^\/security\/acl\/layers\/|\/(?:templates|granules)\/[^/]*$|stores\/[^/]+\/[^/]+$/;
/**
 * Keys of rules are never used as paths. The key of a request rule is a path; that of a layer rule
 * escapes dots by a backslash.
 */
const RULE_KEYS = [
  [/^\/security\/acl\/rest\//, /%2f/gi],
  [/^\/security\/acl\/layers\//, /%5c/gi],
] as const;

declare module "fastify" {
  interface FastifyInstance {
    /** Without a trailing slash; undefined where requests name the host. */
    readonly publicUrl: string | undefined;
  }
}

interface Spelling {
  /** The URL that is routed. */
  readonly routed: string;
  /** The prefix of the paths in `wire/paths.ts`, as the client wrote it. */
  readonly root: string;
  /** In lower case; undefined where it names no format. */
  readonly suffix: string | undefined;
  readonly refused: string | undefined;
}

const spellings = new WeakMap<IncomingMessage, Spelling>();

/** For Fastify's `rewriteUrl`: returns the routed URL. */
export function rewriteUrlFor({ cutsSuffixes }: Pick<Dialect, "cutsSuffixes">) {
  // The same are asked for again and again, and a reading takes 1 µs of the 21 of a kept answer.
  const known = recent<Spelling>(limits.spellings);
  return (message: Pick<IncomingMessage, "url">) => {
    const { url = "/" } = message;
    const before = known.get(url);
    const spelling = before ?? spellingOf(url, cutsSuffixes);
    if (before === undefined && url.length <= limits.spellingCharacters) known.keep(url, spelling);
    spellings.set(message as IncomingMessage, spelling);
    return spelling.routed;
  };
}

function spellingOf(url: string, cuts: Dialect["cutsSuffixes"]): Spelling {
  const mark = url.indexOf("?");
  const rawPath = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? "" : url.slice(mark);
  const { root, named, below } = placeOf(rawPath.replaceAll(/\/{2,}/g, "/"));
  const cut = cutFrom(named, below, cuts);
  const suffix = SUFFIX.test(cut) ? cut.slice(1).toLowerCase() : undefined;
  const path = `${named}${below.slice(0, below.length - cut.length)}`.replace(/\/$/, "");
  const routed = `${path === "" ? "/" : path}${query}`;
  return { routed, root, suffix, refused: refusal(url, below) };
}

function placeOf(path: string) {
  const [own = "", service = "", name] = ROOT.exec(path) ?? [];
  const below = path.slice(own.length).replace(/\/$/, "").replaceAll("+", "%20");
  const named = name === undefined ? "" : `/${name}`;
  return { root: named === TILE_CACHE ? service : own, named, below };
}

function cutFrom(named: string, below: string, cuts: Dialect["cutsSuffixes"]): string {
  if (named === CONSOLE || UNCUT.test(below)) return "";
  const isAny = cuts === "any" && !NAMES_WITH_SUFFIX.test(below);
  const pattern = named === TILE_CACHE ? TILE_CACHE_SUFFIX : isAny ? ANY_SUFFIX : SUFFIX;
  return pattern.exec(below)?.[0] ?? "";
}

function refusal(url: string, path: string): string | undefined {
  if (url.length > limits.urlBytes)
    return `The URL has ${url.length} bytes; the limit is ${limits.urlBytes}`;
  const key = RULE_KEYS.find(([pattern]) => pattern.test(path));
  const checked = key === undefined ? path : path.replaceAll(key[1], "");
  return REFUSED.test(checked)
    ? "The path holds an encoded slash, backslash, control character, U+FFFE or U+FFFF"
    : undefined;
}

export function checkUrl(request: FastifyRequest): void {
  const refused = spellings.get(request.raw)?.refused;
  if (refused === undefined) return;
  throw new CatalogError(refused.startsWith("The URL") ? "url-too-long" : "name-invalid", refused);
}

/** The suffix that the client wrote, in lower case. */
export function suffixOf(request: FastifyRequest): string | undefined {
  return spellings.get(request.raw)?.suffix;
}

/** The path as the client wrote it, without query and suffix. */
export function spelledPath(request: FastifyRequest): string {
  const [path = ""] = request.originalUrl.split("?", 1);
  const suffix = suffixOf(request);
  return suffix === undefined ? path : path.replace(SUFFIX, "");
}

/** The base URL of links, with the root as the client wrote it. */
export function baseOf(request: FastifyRequest): string {
  return `${originOf(request)}${spellings.get(request.raw)?.root ?? "/rest"}`;
}

/** The public URL, else the origin that the request names. */
export function originOf(request: FastifyRequest): string {
  return request.server.publicUrl ?? `${request.protocol}://${hostOf(request)}`;
}

/** HTTP/1.0 may omit Host; then the local address is used. */
export function hostOf({ host, socket }: FastifyRequest): string {
  if (host !== "") return host;
  const { localAddress = "", localPort } = socket;
  return `${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}
