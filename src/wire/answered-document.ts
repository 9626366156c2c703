/**
 * The one reader of documents that a server answers with. A document that the server breaks off in the middle, because
 * the object holds a reference that leads nowhere or is made of something that the server cannot open now, is read as
 * far as it goes: the answer is 200, and where the rest would be stands what went wrong
 * (docs/compatibility.md, "Plumbline against a stock server"). Characters that no document can hold become U+FFFD.
 * Pure but for the reader that is given.
 */
import { expectFound, get, mayQuote } from "./reading.ts";
import { bodyText, type Reader, type WireResponse } from "./request.ts";
import type { Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { writableText } from "../model/writable.ts";
import { parseXml } from "./xml.ts";

/** A document that was read, whole or as far as the server wrote it. */
export interface AnsweredDocument {
  readonly response: WireResponse;
  readonly root: string;
  readonly content: Tree;
  /** Undefined for a whole document. */
  readonly broken: Broken | undefined;
}

/** Where a document breaks off. */
export interface Broken {
  /** Member of the root that was begun and not ended; empty where nothing was written at all. */
  readonly element: string;
  /** What the server said instead of the rest. */
  readonly message: string;
}

/** Stands where a style of a broken object would: a name that no style can have. */
export const NOWHERE = "(a style that is not there)";

/** Whether a text in the place of a style names one. */
export function isStyleName(text: string | undefined): text is string {
  return text !== undefined && text !== "" && text !== NOWHERE;
}

/** Of a reference that names nothing, and of columns that cannot be asked for. */
const UNREFERRED =
  /(?:Unable to marshal reference with no id or name|Could not get native attributes)\.?\s*$/;

/** Reads a document; undefined when it is not there. Throws ReadError, WireError. */
export async function readDocument(
  read: Reader,
  path: string,
): Promise<AnsweredDocument | undefined> {
  const response = await get(read, path, { query: { quietOnNotFound: "true" } });
  if (response.status === 404) return undefined;
  // Where the answer had not begun, it is a refusal.
  const [refused] = response.status === 500 ? (UNREFERRED.exec(bodyText(response)) ?? []) : [];
  if (refused !== undefined)
    return { response, root: "", content: {}, broken: { element: "", message: refused.trim() } };
  return documentIn(expectFound(response, path));
}

/** The document of an answer. Throws WireError, which names the path that was asked for. */
export function documentIn(response: WireResponse): AnsweredDocument {
  return inAnswer(response, () => {
    const text = writableText(bodyText(response));
    const broken = parseBrokenOff(text);
    return { response, ...(broken ?? { ...parseXml(text), broken: undefined }) };
  });
}

/** Does what reads an answer. Throws WireError, which names the path that was asked for. */
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

/** What of a document was written before the server broke it off; undefined for any other text. */
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
