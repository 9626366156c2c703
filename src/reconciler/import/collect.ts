/** Collects manifests from all kinds, workspace by workspace. */
import { join } from "node:path/posix";
import { compareText, coversAddress, isSameAddress, type Address } from "../../model/address.ts";
import { addressesOf } from "../../model/address-map.ts";
import { parseNames } from "../../wire/list.ts";
import { pathTo } from "../../wire/addressing.ts";
import { expectFound, get, isUnreadable, getIfThere } from "../../wire/reading.ts";
import { type Reader, type WireResponse, pathWithQuery } from "../../wire/request.ts";
import type {
  AnyKind,
  Declaration,
  Declarations,
  DeclarePlace,
  KindContext,
  Undeclared,
  LeaveOut,
} from "../kind.ts";
import { NOTHING, unread } from "../kinds/declare/each.ts";
import { kinds } from "../kinds/registry.ts";
import { fileNames } from "./names.ts";
import { parsePrincipals } from "../../wire/account.ts";
import { orLeftOut } from "../kinds/declare/left-out.ts";

/** Folder of objects without a workspace. */
const GLOBAL = "global";

/** A manifest and its file, relative to the import folder. */
export interface Entry {
  readonly declaration: Declaration;
  readonly file: string;
}

export interface Selection {
  /** Excludes objects outside of workspaces; everything when absent. */
  readonly workspaces?: readonly string[] | undefined;
  /** Address patterns with `*`; all objects when absent. */
  readonly only?: readonly string[] | undefined;
}

export interface Collected {
  readonly entries: readonly Entry[];
  readonly undeclared: readonly Undeclared[];
  /** Requested workspaces that do not exist. */
  readonly missing: readonly string[];
}

/** Rejects when the catalog cannot be read. */
export async function collect(
  given: KindContext,
  selection: Selection,
  statedOnly: boolean,
): Promise<Collected> {
  const { workspaces: wanted } = selection;
  const selects = (address: Address) => isSelected(address, selection);
  const context = { ...given, read: readOnce(given.read) };
  const path = pathTo("workspaces", {}, "xml");
  const workspaces = parseNames(expectFound(await get(context.read, path), path), "workspace");
  const folders = fileNames([GLOBAL]);
  for (const name of workspaces) folders(name);
  const scopes = [null, ...workspaces].filter(
    (scope) => wanted === undefined || (scope !== null && wanted.includes(scope)),
  );
  const sorted = [...kinds.values()].toSorted((a, b) => compareText(a.name, b.name));
  const entries: Entry[] = [];
  const undeclared: Undeclared[] = [];
  for (const workspace of scopes) {
    const folder = workspace === null ? GLOBAL : folders(workspace);
    const base = { workspace, workspaces, statedOnly, selects };
    for (const kind of sorted) {
      const found = await declareKind(kind, context, base, folder);
      entries.push(...found.entries);
      undeclared.push(...found.undeclared);
    }
    if (workspace === null) undeclared.push(...(await foreignEverywhere(context)));
  }
  const missing = (wanted ?? []).filter((name) => !workspaces.includes(name));
  return { entries, undeclared, missing };
}

/** The manifest of an object, or why there is none; undefined where the object does not exist. */
export interface DeclaredObject {
  readonly address: Address;
  readonly found: Declaration | Undeclared | undefined;
}

/**
 * Finds manifests for objects, in order, with one read per kind and workspace. Rejects when the
 * server cannot be read.
 */
export async function declareObjects(
  given: KindContext,
  addresses: readonly Address[],
): Promise<readonly DeclaredObject[]> {
  const context = { ...given, read: readOnce(given.read) };
  const statedOnly = given.server.software === "plumbline";
  const places = new Map<string, Declarations | undefined>();
  const asked = addressesOf(addresses.map((address) => ({ address })));
  const selects = (address: Address) => asked.has(address);
  const declarationsIn = async (name: string, workspace: string | null) => {
    const key = JSON.stringify([name, workspace]);
    const place = { workspace, workspaces: [], statedOnly, selects, fileName: fileNames() };
    if (!places.has(key)) {
      const kind = kinds.get(name);
      places.set(key, kind && (await declaredBy(kind, context, place)));
    }
    return places.get(key);
  };
  const objects: DeclaredObject[] = [];
  for (const address of addresses) {
    const { kind, workspace, name } = address;
    // Manifests of workspaces lie in their own folders.
    const scopes = workspace === null ? [null, name] : [workspace];
    let found: DeclaredObject["found"];
    for (const scope of scopes) found ??= oneOf(await declarationsIn(kind, scope), address);
    objects.push({ address, found });
  }
  return objects;
}

function oneOf(
  found: Declarations | undefined,
  { kind, workspace, name }: Address,
): Declaration | Undeclared | undefined {
  return (
    found?.declarations.find((one) => one.workspace === workspace && one.name === name) ??
    found?.undeclared.find(({ address }) => isSameAddress(address, { kind, workspace, name }))
  );
}

async function declareKind(
  kind: AnyKind,
  context: KindContext,
  base: Omit<DeclarePlace, "fileName">,
  folder: string,
): Promise<Omit<Collected, "missing">> {
  const fileName = fileNames();
  const found = await declaredBy(kind, context, { ...base, fileName });
  const singular = (kind.manifest?.kind ?? kind.name)
    .replaceAll(/(?<=[a-z])[A-Z]/g, "-$&")
    .toLowerCase();
  const plural = singular.endsWith("s") ? singular : `${singular}s`;
  const entries = found.declarations.map((declaration) => {
    const { home, name } = declaration;
    const own = home === undefined ? join(plural, fileName(name)) : singular;
    return { declaration: inOrder(kind, declaration), file: join(folder, `${own}.yaml`) };
  });
  return { entries, undeclared: found.undeclared };
}

/** An unreadable list is reported for the whole kind. */
async function declaredBy(
  { name, declare }: AnyKind,
  context: KindContext,
  place: DeclarePlace,
): Promise<Declarations> {
  try {
    return (await declare?.(context, place)) ?? NOTHING;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const { workspace } = place;
    const undeclared = [unread({ kind: name, workspace, name: "*" }, error)];
    return { declarations: [], undeclared };
  }
}

/** In the order of the kind's schema. */
function inOrder({ manifest }: AnyKind, declaration: Declaration): Declaration {
  const { shape = {} } = (manifest?.spec() ?? {}) as { readonly shape?: object };
  const known = Object.keys(shape);
  const rank = (field: string) => (known.includes(field) ? known.indexOf(field) : known.length);
  const spec = Object.entries(declaration.spec).toSorted(([a], [b]) => rank(a) - rank(b));
  return { ...declaration, spec: Object.fromEntries(spec) };
}

export function isSelected(address: Address, { only }: Selection): boolean {
  if (only === undefined) return true;
  return only.some((pattern) => coversAddress(pattern, address));
}

/** Kinds share lists and documents, so each is requested once. */
function readOnce(read: Reader): Reader {
  const answers = new Map<string, Promise<WireResponse>>();
  return (request) => {
    if (request.headers !== undefined || request.path.startsWith("/resource/"))
      return read(request);
    const key = `${request.method} ${pathWithQuery(request)}`;
    const before = answers.get(key);
    if (before !== undefined) return before;
    const answer = read(request);
    answers.set(key, answer);
    return answer;
  };
}

/** Objects outside of workspaces that no kind declares. */
async function foreignEverywhere({ read }: KindContext): Promise<readonly Undeclared[]> {
  const left: Undeclared[] = [];
  const all: Address = { kind: "Group", workspace: null, name: "*" };
  const leaveOut: LeaveOut = (address, error) => void left.push(unread(address, error));
  const groups = await orLeftOut([all], leaveOut, async () => {
    const list = await getIfThere(read, pathTo("accountGroups", {}, "xml"));
    return list === undefined ? [] : parsePrincipals("group", list);
  });
  const reason = "Groups of accounts are not declared; accounts only say which they are in";
  const own = groups?.map((name) => ({ address: { ...all, name }, reason })) ?? [];
  return [...own, ...left];
}
