/**
 * Finds objects in the server's digest lists without reading them: one list per kind and scope, all
 * in one response where the server can (docs/compatibility.md, "Digests"). GET only.
 */
import { addressesOf } from "../../../model/address-map.ts";
import { digest as limits } from "../../../model/limits.ts";
import { byteIdentity, type DigestScope, type ScopeDigests } from "../../../model/object-digest.ts";
import { readDigests, readDigestsTogether, type DigestLookup } from "../../../wire/digest.ts";
import type {
  AnyKind,
  ArtefactSet,
  Digested,
  Digests,
  KindContext,
  Live,
  WantedObject,
} from "../../kind.ts";
import { madeOnce } from "../../lazy.ts";

/**
 * Reads all lists in one request; undefined for one list, or where the server cannot. Throws
 * ReadError, WireError.
 */
export async function readTogether(
  { read, server, isJustSent }: KindContext,
  wanted: Iterable<readonly [kind: AnyKind, wanted: readonly WantedObject[]]>,
): Promise<DigestLookup | undefined> {
  if (!server.digests || server.digestsTogether !== true) return undefined;
  const scopes = [...wanted].flatMap(([kind, own]) => scopesOf(kind, own));
  return scopes.length > 1
    ? readDigestsTogether(read, scopes, { looks: isJustSent !== true })
    : undefined;
}

function scopesOf(kind: AnyKind, wanted: readonly WantedObject[]): readonly DigestScope[] {
  const { digests } = kind;
  if (digests === undefined) return [];
  const scopes = new Map<string | null, DigestScope>();
  for (const {
    address: { workspace },
  } of wanted)
    if (isScope(kind, workspace)) scopes.set(workspace, { kind: digests.of, workspace });
  return [...scopes.values()];
}

function isScope(kind: AnyKind, workspace: string | null): boolean {
  return workspace !== null || kind.manifest?.workspace !== "required";
}

/**
 * An object in no list does not exist. After a write, the server parses files for digests only
 * where many objects have other bytes. Throws ReadError, WireError.
 */
export async function readByDigest(
  kind: AnyKind,
  context: KindContext,
  wanted: readonly WantedObject[],
  together: DigestLookup | undefined,
): Promise<{ readonly lives: readonly Live[]; readonly rest: readonly WantedObject[] }> {
  const { digests } = kind;
  if (digests === undefined || !context.server.digests) return { lives: [], rest: wanted };
  const [lives, rest]: [Live[], WantedObject[]] = [[], []];
  const findAll = (all: readonly WantedObject[], scope: ScopeDigests) =>
    Promise.all(all.map((one) => findKnown(digests, context, one, scope)));
  for (const [workspace, own] of Map.groupBy(wanted, ({ address }) => address.workspace)) {
    const place = { kind: digests.of, workspace };
    const read = (looks: boolean) => readDigests(context.read, place, { looks });
    const scope = isScope(kind, workspace)
      ? (together?.(digests.of, workspace) ?? (await read(context.isJustSent !== true)))
      : undefined;
    if (scope === undefined) {
      rest.push(...own);
      continue;
    }
    const present = own.filter(({ address }) => scope.exact.has(address.name));
    const found = await findAll(present, scope);
    const isUnseen = ({ address, facts }: WantedObject, at: number) =>
      found[at] === undefined && facts !== undefined && !scope.digests.has(address.name);
    const unseen = present.filter(isUnseen);
    const isMore = context.isJustSent === true && unseen.length > limits.readAlone;
    const seen = isMore ? await read(true) : undefined;
    const more = seen === undefined ? [] : await findAll(unseen, seen);
    lives.push(...[...found, ...more].filter((live) => live !== undefined));
    const told = addressesOf(more.filter((live) => live !== undefined));
    rest.push(...present.filter((one, at) => found[at] === undefined && !told.has(one.address)));
  }
  return { lives, rest };
}

async function findKnown(
  digests: Digests<unknown>,
  context: KindContext,
  { address, facts, payload, presence, isWhole }: WantedObject,
  scope: ScopeDigests,
): Promise<Live | undefined> {
  if (presence === true && digests.listsOthers !== true)
    return { address, facts: {}, requires: [] };
  if (facts === undefined || isWhole === true) return undefined;
  const wanted = { address, facts, payload };
  return (await hasDigest(digests, wanted, scope)) ? digests.known(context, wanted) : undefined;
}

async function hasDigest(
  digests: Digests<unknown>,
  wanted: Digested<unknown>,
  scope: ScopeDigests,
): Promise<boolean> {
  const { address, payload } = wanted;
  const digest = (identities: ReadonlyMap<string, string>) => digests.digest(wanted, identities);
  const filesOf = (of: Digests<unknown>["files"]): ArtefactSet =>
    (payload === undefined ? undefined : of?.(payload)) ?? new Map();
  const [files, shared] = [filesOf(digests.files), filesOf(digests.shared)];
  if (![...shared].every(([name, file]) => scope.files.get(name) === file.digest)) return false;
  const exact = new Map([...files].map(([path, file]) => [path, byteIdentity(file.digest)]));
  if (scope.exact.get(address.name) === digest(exact)) return true;
  const meaning = scope.digests.get(address.name);
  const hasHoles = [...files.values()].some(({ peek }) => peek !== undefined);
  if (meaning === undefined || hasHoles) return false;
  return meaning === digest(await meaningsOf(files));
}

const identities = madeOnce(() => import("../../../wire/content-identity.ts"));

async function meaningsOf(files: ArtefactSet): Promise<ReadonlyMap<string, string>> {
  const { contentIdentity } = await identities();
  const meanings = new Map<string, string>();
  for (const [path, file] of files) meanings.set(path, contentIdentity(path, await file.load()));
  return meanings;
}
