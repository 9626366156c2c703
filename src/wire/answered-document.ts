/**
 * Reads document responses. If an object refers to something missing or unreadable, GeoServer
 * breaks the document off with status 200 and an error text; it is then read up to that point
 * (docs/compatibility.md, "Plumbline against a stock server"). Characters that XML forbids become
 * U+FFFD.
 */
import { expectFound, get, mayQuote } from "./reading.ts";
import { bodyText, type Reader, type WireResponse } from "./request.ts";
import type { Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { writableText } from "../model/writable.ts";
import { parseXml } from "./xml.ts";

export interface AnsweredDocument {
  readonly response: WireResponse;
  readonly root: string;
  readonly content: Tree;
  /** Undefined for a complete document. */
  readonly broken: Broken | undefined;
}

/** Where a document breaks off. */
export interface Broken {
  /** The unclosed member of the root; empty if nothing was written. */
  readonly element: string;
  /** The error text of the server. */
  readonly message: string;
}

/** Placeholder for a style of a broken object; no style can have this name. */
export const NOWHERE = "(a style that is not there)";

/** Whether a text in place of a style name is one. */
export function isStyleName(text: string | undefined): text is string {
  return text !== undefined && text !== "" && text !== NOWHERE;
}

/** For a reference without a name, and for unreadable columns. */
const UNREFERRED =
  /(?:Unable to marshal reference with no id or name|Could not get native attributes)\.?\s*$/;

/** Reads a document; undefined when it does not exist. Throws ReadError, WireError. */
export async function readDocument(
  read: Reader,
  path: string,
): Promise<AnsweredDocument | undefined> {
  const response = await get(read, path, { query: { quietOnNotFound: "true" } });
  if (response.status === 404) return undefined;
  // The error came before any output.
  const [refused] = response.status === 500 ? (UNREFERRED.exec(bodyText(response)) ?? []) : [];
  if (refused !== undefined)
    return { response, root: "", content: {}, broken: { element: "", message: refused.trim() } };
  return documentIn(expectFound(response, path));
}

/** The document of a response. Throws WireError with the requested path. */
export function documentIn(response: WireResponse): AnsweredDocument {
  return inAnswer(response, () => {
    const text = writableText(bodyText(response));
    const broken = parseBrokenOff(text);
    return { response, ...(broken ?? { ...parseXml(text), broken: undefined }) };
  });
}

/** Adds the requested path to a WireError of `read`. */
export function inAnswer<Found>(response: WireResponse, read: () => Found): Found {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WireError) || response.path === undefined) throw error;
    const reason = mayQuote(response.path) ? "" : `: ${error.message}`;
    const message = `GET ${response.path} was answered with what cannot be read${reason}`;
    throw new WireError(error.code, message);
  }
}

const TAG = /<(\/?)([\w:.-]+)(|[^\w:.<>-][^<>]*)(?:>|$)/g;

function parseBrokenOff(text: string): Omit<AnsweredDocument, "response"> | undefined {
  const found = UNREFERRED.exec(text);
  if (found === null) return undefined;
  const open: { readonly name: string; readonly at: number }[] = [];
  const written = text.slice(0, found.index);
  for (const tag of written.matchAll(TAG)) {
    const [, closes, name = "", rest = ""] = tag;
    if (closes === "/") open.pop();
    else if (!rest.endsWith("/")) open.push({ name, at: tag.index });
  }
  const [root, member] = open;
  if (root === undefined) return undefined;
  const until = member === undefined ? written : written.slice(0, member.at);
  const parsed = parseXml(`${until}</${root.name}>`);
  return { ...parsed, broken: { element: member?.name ?? "", message: found[0].trim() } };
}
