/**
 * Documents that a server breaks off in the middle, because the object holds a reference that leads nowhere
 * or is made of something that the server cannot open now: the answer is 200, and where the rest would be stands what went wrong
 * (docs/compatibility.md, "Plumbline against a stock server"). Pure but for the reader that is given.
 */
import { expectFound, get } from "./reading.ts";
import { bodyText, type Reader, type WireResponse } from "./request.ts";
import type { Tree } from "./tree.ts";
import { parseXml } from "./xml.ts";

/** A document that was read, whole or as far as the server wrote it. */
export interface MaybeBroken {
  readonly response: WireResponse;
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

/** Reads a document that may be broken; undefined when it is not there. Throws ReadError, WireError. */
export async function readMaybeBroken(
  read: Reader,
  path: string,
): Promise<MaybeBroken | undefined> {
  const response = await get(read, path, { query: { quietOnNotFound: "true" } });
  if (response.status === 404) return undefined;
  const text = bodyText(response);
  // Where the answer had not begun, it is a refusal.
  const [refused] = response.status === 500 ? (UNREFERRED.exec(text) ?? []) : [];
  if (refused !== undefined)
    return { response, content: {}, broken: { element: "", message: refused.trim() } };
  const broken = parseBrokenOff(bodyText(expectFound(response, path)));
  if (broken !== undefined) return { response, ...broken };
  return { response, content: parseXml(text).content, broken: undefined };
}

const TAG = /<(\/?)([\w:.-]+)(|[^\w:.<>-][^<>]*)(?:>|$)/g;

/** What of a document was written before the server broke it off; undefined for any other text. */
function parseBrokenOff(
  text: string,
): { readonly content: Tree; readonly broken: Broken } | undefined {
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
  const { content } = parseXml(`${until}</${root.name}>`);
  return { content, broken: { element: member?.name ?? "", message: found[0].trim() } };
}
