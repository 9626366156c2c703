/** The digest document: names and digests of the objects of one kind in one scope, in JSON. */
import type { DigestKind, ScopeDigests } from "../model/object-digest.ts";
import { pathOf } from "./paths.ts";
import { expectFound, get } from "./reading.ts";
import { bodyText, type Reader, type WireResponse } from "./request.ts";
import { WireError } from "./wire-error.ts";

/** Members that are rendered in one go, while all else waits. */
const PIECE = 500;

/** The document, piece by piece: of many objects it is long. */
export function* digestPieces(
  { kind, workspace }: { readonly kind: DigestKind; readonly workspace: string | null },
  { digests, exact, files }: ScopeDigests,
): Generator<string> {
  yield `${JSON.stringify({ kind, workspace }).slice(0, -1)},"digests":{`;
  yield* memberPieces(digests);
  yield '},"exact":{';
  yield* memberPieces(exact);
  yield '},"files":{';
  yield* memberPieces(files);
  yield "}}";
}

function* memberPieces(texts: ReadonlyMap<string, string>): Generator<string> {
  const names = inMemberOrder([...texts.keys()]);
  for (let at = 0; at < names.length; at += PIECE) {
    const members = names
      .slice(at, at + PIECE)
      .map((name) => `${JSON.stringify(name)}:${JSON.stringify(texts.get(name))}`);
    yield `${at === 0 ? "" : ","}${members.join(",")}`;
  }
}

/** Whole numbers come first in objects, and by their size. */
function inMemberOrder(names: readonly string[]): readonly string[] {
  const numbers = names.filter((name) => isIndex(name));
  if (numbers.length === 0) return names;
  const others = names.filter((name) => !isIndex(name));
  return [...numbers.toSorted((a, b) => Number(a) - Number(b)), ...others];
}

function isIndex(name: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
}

/** Reads a document a server answered with. Throws WireError. */
function parseDigests(response: WireResponse): ScopeDigests {
  const body = parse(bodyText(response));
  return {
    digests: textMap(body, "digests"),
    exact: textMap(body, "exact"),
    files: textMap(body, "files"),
  };
}

function parse(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null) return parsed;
  } catch {
    // What is no JSON is refused below, as JSON that is no object.
  }
  throw new WireError("malformed", "The digests of the server cannot be read");
}

/** Names are texts of users, so only members of the object itself count. */
function textMap(body: object, key: string): ReadonlyMap<string, string> {
  const found: unknown = Object.getOwnPropertyDescriptor(body, key)?.value;
  if (typeof found !== "object" || found === null) return new Map();
  return new Map(Object.entries(found).map(([name, text]) => [name, String(text)]));
}

/**
 * Digests of one kind and scope; undefined when the server has no such document. Ask only a
 * server that says it has one. Throws ReadError, WireError.
 */
export async function readDigests(
  read: Reader,
  kind: DigestKind,
  workspace: string | null,
): Promise<ScopeDigests | undefined> {
  const path = pathOf("digest", {});
  const query = { kind, ...(workspace === null ? {} : { workspace }) };
  const response = await get(read, path, { query });
  return response.status === 404 ? undefined : parseDigests(expectFound(response, path));
}
