/**
 * Answers of map services. They answer failures with status 200, so the type and the first bytes
 * decide, never the status alone (docs/compatibility.md, "What map services answer").
 */
import { decode } from "fast-png";
import type { Coordinate } from "../model/geometry.ts";
import { withoutPasswords } from "./difference.ts";
import { jsonIn } from "./json.ts";

/** An answer of a map service. */
export interface MapResponse {
  readonly status: number;
  /** Content type in lower case, or "". */
  readonly type: string;
  readonly body: Uint8Array;
  /** Whether more bytes would have followed. */
  readonly isCut: boolean;
}

/** What an answer is. */
export type MapAnswer =
  /** A picture; blank if no pixel of it is drawn. */
  | { readonly what: "picture"; readonly isBlank: boolean }
  /** `first` is a position of the first feature, in degrees. */
  | { readonly what: "features"; readonly count: number; readonly first: Coordinate | undefined }
  /** `code` is "" where the service gives none. */
  | { readonly what: "exception"; readonly code: string; readonly text: string }
  /** The account may not do it: 401, 403, or 405 of servers that refuse so. */
  | { readonly what: "refused"; readonly status: number }
  /** Anything else, as of a proxy. */
  | { readonly what: "other"; readonly words: string };

const decoder = new TextDecoder();

/** Reads the answer to a request for a map or a tile. */
export function pictureIn(response: MapResponse): MapAnswer {
  const { body, isCut } = response;
  if (!startsWith(body, PNG)) {
    if (isJpeg(body)) return { what: "picture", isBlank: false };
    return failureIn(response);
  }
  if (isCut) return { what: "other", words: "the picture is longer than a map of this size" };
  try {
    return { what: "picture", isBlank: isBlank(body) };
  } catch {
    return { what: "other", words: "the picture is cut off" };
  }
}

const PNG = [0x89, 0x50, 0x4e, 0x47];

function startsWith(body: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => body[at] === byte);
}

function isJpeg(body: Uint8Array): boolean {
  return startsWith(body, [0xff, 0xd8, 0xff]) && body.at(-2) === 0xff && body.at(-1) === 0xd9;
}

/** Throws when the picture is not whole. */
function isBlank(body: Uint8Array): boolean {
  const { channels, data, palette, transparency } = decode(body);
  if (palette !== undefined) {
    const shown = palette.map((colour) => colour[3] !== 0);
    return data.every((index) => shown[index] === false);
  }
  if (channels === 2 || channels === 4)
    return data.every((value, at) => at % channels !== channels - 1 || value === 0);
  return (
    transparency !== undefined && data.every((value, at) => value === transparency[at % channels])
  );
}

/** Reads the answer to a request for one feature. */
export function featuresIn(response: MapResponse): MapAnswer {
  const { status, type, body, isCut } = response;
  const isJson = type.startsWith("application/json");
  if (status === 200 && isJson && !isCut) {
    const found = collectionIn(decoder.decode(body));
    if (found !== undefined) return found;
  }
  if (
    status === 200 &&
    isJson &&
    isCut &&
    FIRST_FEATURES.test(decoder.decode(body.subarray(0, 200)))
  )
    return { what: "features", count: 1, first: undefined };
  return failureIn(response);
}

const FIRST_FEATURES = /^\s*\{\s*"type"\s*:\s*"FeatureCollection"/;

function collectionIn(text: string): MapAnswer | undefined {
  const document = parsed(text);
  const features = memberOf(document, "features");
  if (!Array.isArray(features)) return undefined;
  const [one] = features as readonly unknown[];
  const first = positionIn(memberOf(memberOf(one, "geometry"), "coordinates"));
  return { what: "features", count: features.length, first };
}

/** The first position of a geometry that lies on the earth. */
function positionIn(coordinates: unknown): Coordinate | undefined {
  let node = coordinates;
  while (Array.isArray(node) && Array.isArray(node[0])) node = node[0];
  const [x, y] = Array.isArray(node) ? (node as readonly unknown[]) : [];
  const isPlace = typeof x === "number" && typeof y === "number";
  return isPlace && Math.abs(x) <= 180 && Math.abs(y) <= 90 ? [x, y] : undefined;
}

function parsed(text: string): unknown {
  try {
    return jsonIn(text);
  } catch {
    return undefined;
  }
}

function memberOf(node: unknown, name: string): unknown {
  return typeof node === "object" && node !== null
    ? (node as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** An answer that is not what was requested. */
export function failureIn({ status, type, body }: MapResponse): MapAnswer {
  if (status === 401 || status === 403 || status === 405) return { what: "refused", status };
  const text = decoder.decode(body);
  const exception = jsonException(text) ?? xmlException(text) ?? tileCacheError(text);
  if (exception !== undefined)
    return { what: "exception", code: exception.code, text: shownText(exception.text) };
  const form = type === "" ? "without a type" : `of type ${type.split(";", 1)[0]}`;
  const size = body.length === 0 ? "an empty answer" : "an answer";
  return { what: "other", words: `${size} ${form} with status ${status}` };
}

/** Characters of a text of the server that are kept. */
const KEPT = 1_000;

/** Servers quote addresses of databases with their passwords, and control characters. */
function shownText(text: string): string {
  return withoutPasswords(text)
    .slice(0, KEPT)
    .replaceAll(/(?!\n)\p{C}/gu, "\ufffd");
}

interface Exception {
  readonly code: string;
  readonly text: string;
}

function jsonException(text: string): Exception | undefined {
  if (!text.startsWith("{")) return undefined;
  const all = memberOf(parsed(text), "exceptions");
  const [first] = Array.isArray(all) ? (all as readonly unknown[]) : [];
  const [code, words] = [memberOf(first, "code"), memberOf(first, "text")];
  return typeof words === "string"
    ? { code: codeOf(typeof code === "string" ? code : ""), text: words }
    : undefined;
}

const SERVICE = /<(?:\w+:)?ServiceException\b([^>]*)>([\s\S]*?)<\/(?:\w+:)?ServiceException>/;
const REPORT =
  /<(?:\w+:)?Exception\b([^>]*)>[\s\S]*?ExceptionText>([\s\S]*?)<\/(?:\w+:)?ExceptionText>/;

/** Documents cut off in the middle, too, so no XML parser reads them. */
function xmlException(text: string): Exception | undefined {
  const [, attributes = "", words] = SERVICE.exec(text) ?? REPORT.exec(text) ?? [];
  if (words === undefined) return undefined;
  const [, code = ""] = /(?:code|exceptionCode)="([^"]*)"/.exec(attributes) ?? [];
  // GeoServer escapes these texts twice.
  return { code: codeOf(code), text: unescaped(unescaped(words)).trim() };
}

/** The tile cache's page of an error. */
function tileCacheError(text: string): Exception | undefined {
  const [, words] = /<h4>\s*\d{3}:\s*([\s\S]*?)<\/h4>/.exec(text.slice(-2_000)) ?? [];
  return words === undefined ? undefined : { code: "", text: unescaped(words).trim() };
}

function codeOf(code: string): string {
  return code === "noApplicableCode" || code === "NoApplicableCode" ? "" : code;
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
};

function unescaped(text: string): string {
  return text.replaceAll(
    /&(lt|gt|quot|apos|amp);/g,
    (whole, name: string) => ENTITIES[name] ?? whole,
  );
}

/** The names that a capabilities document lists, as it comes in pieces. */
export interface ListedNames {
  /** Names listed so far, as they are written. */
  readonly names: ReadonlySet<string>;
  /** Takes the next piece; true when all wanted names were seen, or the end came. */
  readonly take: (piece: string) => boolean;
  /** Whether the document ended as it should. */
  readonly isWhole: () => boolean;
  /** The last characters so far. */
  readonly end: () => string;
}

const NAMES = /<\/?Style>|<Name>([^<]*)<\/Name>/g;

/** Reads names of layers out of the pieces of a WMS capabilities document. */
export function listedNames(wanted: ReadonlySet<string>): ListedNames {
  const names = new Set<string>();
  let [rest, isWhole, isStyle] = ["", false, false];
  return {
    names,
    take: (piece) => {
      const text = rest + piece;
      let end = 0;
      for (const { 1: name, index, 0: whole } of text.matchAll(NAMES)) {
        // Styles of layers have names, too.
        if (name === undefined) isStyle = whole === "<Style>";
        else if (!isStyle) names.add(unescaped(name));
        end = index + whole.length;
      }
      // A name can begin in this piece and end in the next.
      rest = text.slice(Math.max(end, text.length - 1_024));
      isWhole ||= /<\/WM(?:T_MS|S)_Capabilities>\s*$/.test(rest);
      return isWhole || wanted.isSubsetOf(names);
    },
    isWhole: () => isWhole,
    end: () => rest,
  };
}
