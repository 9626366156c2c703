/** Digest documents in JSON: names and digests of objects, by kind and scope. */
import {
  digestKinds,
  noDigests,
  type DigestKind,
  type Digests,
  type DigestScope,
  type ScopeDigests,
} from "../model/object-digest.ts";
import { pathOf } from "./paths.ts";
import { expectFound, get } from "./reading.ts";
import { bodyText, type Reader, type WireResponse } from "./request.ts";
import { WireError } from "./wire-error.ts";

/** Members per piece. */
const PIECE = 500;

/** Yields the document in pieces, to limit blocking. */
export function* digestPieces(
  { kind, workspace }: DigestScope,
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

/** Yields one document for several scopes. */
export function* togetherPieces(
  found: Iterable<readonly [DigestScope, ScopeDigests]>,
): Generator<string> {
  let before = '{"scopes":[';
  for (const [scope, digests] of found) {
    yield before;
    yield* digestPieces(scope, digests);
    before = ",";
  }
  yield before === "," ? "]}" : `${before}]}`;
}

/** A kind and, after a colon, a workspace per scope. */
export function renderScopes(scopes: readonly DigestScope[]): string {
  return scopes
    .map(({ kind, workspace }) =>
      workspace === null ? kind : `${kind}:${encodeURIComponent(workspace)}`,
    )
    .join(",");
}

/** Parses the scopes of a query; returns the first invalid one as text. */
export function parseScopes(text: string): readonly DigestScope[] | string {
  const scopes = new Map<string, DigestScope>();
  for (const one of text.split(",")) {
    const [name, workspace = "", ...more] = one.split(":");
    const kind = digestKinds.find((known) => known === name);
    const decoded = decodedOf(workspace);
    if (kind === undefined || decoded === undefined || more.length > 0) return one;
    const scope = { kind, workspace: decoded === "" ? null : decoded };
    // Each scope is computed once, even if it is repeated.
    scopes.set(scopeKey(scope), scope);
  }
  return [...scopes.values()];
}

function decodedOf(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function* memberPieces(texts: Digests): Generator<string> {
  const names = inMemberOrder([...texts.keys()]);
  for (let at = 0; at < names.length; at += PIECE) {
    const members = names
      .slice(at, at + PIECE)
      .map((name) => `${JSON.stringify(name)}:${JSON.stringify(texts.get(name))}`);
    yield `${at === 0 ? "" : ","}${members.join(",")}`;
  }
}

/** JavaScript objects list integer keys first, in numeric order. */
function inMemberOrder(names: readonly string[]): readonly string[] {
  const numbers = names.filter((name) => isIndex(name));
  if (numbers.length === 0) return names;
  const others = names.filter((name) => !isIndex(name));
  return [...numbers.toSorted((a, b) => Number(a) - Number(b)), ...others];
}

function isIndex(name: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
}

/** Throws WireError. */
function parseDigests(response: WireResponse): ScopeDigests {
  return digestsIn(parse(bodyText(response)));
}

/** `digests` is read lazily: most objects are decided by their bytes. */
function digestsIn(body: object): ScopeDigests {
  let meanings: ReadonlyMap<string, string> | undefined;
  return {
    get digests() {
      return (meanings ??= textMap(body, "digests"));
    },
    exact: textMap(body, "exact"),
    files: textMap(body, "files"),
  };
}

function parse(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isObject(parsed)) return parsed;
  } catch {
    // Reported below like JSON that is no object.
  }
  throw unreadable();
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function unreadable(): WireError {
  return new WireError("malformed", "The digests of the server cannot be read");
}

/** Names come from users, so only own properties count. */
function textMap(body: object, key: string): ReadonlyMap<string, string> {
  const found: unknown = Object.getOwnPropertyDescriptor(body, key)?.value;
  if (typeof found !== "object" || found === null) return new Map();
  const members = found as Readonly<Record<string, unknown>>;
  const texts = new Map<string, string>();
  for (const name of Object.keys(found)) texts.set(name, String(members[name]));
  return texts;
}

/** `looks` permits a slow analysis of new content. */
export interface Looking {
  readonly looks: boolean;
}

/** Undefined if the server lacks the document; servers announce it. Throws ReadError, WireError. */
export async function readDigests(
  read: Reader,
  { kind, workspace }: DigestScope,
  looking: Looking,
): Promise<ScopeDigests | undefined> {
  const path = pathOf("digest", {});
  const query = { kind, ...(workspace === null ? {} : { workspace }), ...queryOf(looking) };
  const response = await get(read, path, { query });
  return response.status === 404 ? undefined : parseDigests(expectFound(response, path));
}

function queryOf({ looks }: Looking): Readonly<Record<string, string>> {
  return looks ? {} : { look: "false" };
}

/** Returns the digests of a requested scope. */
export type DigestLookup = (kind: DigestKind, workspace: string | null) => ScopeDigests;

/** Longer lists of scopes are replaced by a request for all scopes. */
const QUESTION = 3_000;

/** Digests of several scopes in one response; otherwise as `readDigests`. */
export async function readDigestsTogether(
  read: Reader,
  scopes: readonly DigestScope[],
  looking: Looking,
): Promise<DigestLookup | undefined> {
  const path = pathOf("digest", {});
  const named = renderScopes(scopes);
  const query = {
    ...(named.length > QUESTION ? {} : { scopes: named }),
    ...queryOf(looking),
  };
  const response = await get(read, path, { query });
  if (response.status === 404) return undefined;
  const body = parse(bodyText(expectFound(response, path)));
  const found: unknown = Object.getOwnPropertyDescriptor(body, "scopes")?.value;
  if (!Array.isArray(found)) throw unreadable();
  const byScope = new Map(
    found.filter(isObject).map((one) => [scopeKey(one), digestsIn(one)] as const),
  );
  // A missing scope is empty, as in a request for it alone.
  return (kind, workspace) => byScope.get(scopeKey({ kind, workspace })) ?? noDigests;
}

function scopeKey(scope: object): string {
  const { kind, workspace } = scope as Partial<Readonly<Record<string, unknown>>>;
  return JSON.stringify([kind, workspace]);
}
