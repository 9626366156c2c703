/** Finds everything a catalog holds, no matter who declared it. GET only: no other function is at hand. */
import { compareAddresses, type Address } from "../../../model/address.ts";
import { addressMap, addressSet } from "../../../model/address-map.ts";
import type { AnyKind, KindContext, Live } from "../../kind.ts";
import { contentsOf } from "../plan/holders.ts";
import { observe, type LiveState } from "../plan/observe.ts";
import { listReadable, reportUnreadable } from "../plan/unreadable.ts";

/** What to look for. */
export interface SurveyInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  /** Which addresses are wanted; all when absent. Only what they need is read. */
  readonly wants?: SurveyWants;
}

/** Which objects are wanted: kinds by name first, then addresses. */
export interface SurveyWants {
  readonly kind: (name: string) => boolean;
  readonly address: (address: Address) => boolean;
}

const ALL: SurveyWants = { kind: () => true, address: () => true };

/**
 * The wanted objects of a catalog in order. What only comes with other objects is found through
 * them; what cannot be listed, such as passwords, is left out. What the server fails over is reported and left out, too.
 * Rejects when another read fails.
 */
export async function survey({
  kinds,
  context,
  wants = ALL,
}: SurveyInput): Promise<readonly Live[]> {
  const along = [...kinds.values()].some((kind) => kind.names?.comesAlong && wants.kind(kind.name));
  const isRead = (kind: AnyKind) =>
    wants.kind(kind.name) || (along && kind.inside?.contains !== undefined);
  const listed = await listAll({ kinds, context, wants }, isRead);
  const unreadable = addressMap<string>();
  const read = (addresses: readonly Address[], sets: readonly AnyKind[]) =>
    observe({
      kinds,
      context,
      resources: [],
      exclusiveScopes: sets.map(wholeScopeOf),
      addresses,
      references: [],
      leaveOut: (address, { message }) => unreadable.set(address, message),
    });
  const sets = [...kinds.values()].filter(({ set, name }) => set && wants.kind(name));
  const needed = along ? listed : listed.filter(wants.address);
  const first = await read(needed, sets);
  const contained = containedIn(first, kinds).filter(wants.address);
  const second = await read(contained, []);
  reportUnreadable(unreadable, context.report);
  return [...new Map([...first, ...second]).values()]
    .filter(({ address }) => wants.kind(address.kind) && wants.address(address))
    .filter(({ address }) => !unreadable.has(address))
    .toSorted((a, b) => compareAddresses(a.address, b.address));
}

/** Kinds whose objects are read as a set are asked for without naming one. */
function wholeScopeOf({ name }: AnyKind) {
  const nowhere = { kind: name, workspace: null, name: "" };
  return { owner: nowhere, where: { file: "" }, kind: name, covers: () => true };
}

async function listAll(
  { kinds, context }: SurveyInput,
  isRead: (kind: AnyKind) => boolean,
): Promise<readonly Address[]> {
  const { found, workspaces } = await listOutside({ kinds, context }, isRead);
  const known = new Set<string>();
  for (const workspace of workspaces) {
    for (const kind of kinds.values())
      if (isRead(kind))
        found.push(
          ...(await listReadable(kind, workspace, context, (leaveOut) =>
            kind.list?.inWorkspace?.(context, { workspace, known, leaveOut }),
          )),
        );
  }
  return found;
}

/** What lies outside of workspaces, and the workspaces themselves. */
async function listOutside(
  { kinds, context }: SurveyInput,
  isRead: (kind: AnyKind) => boolean,
): Promise<{ readonly found: Address[]; readonly workspaces: readonly string[] }> {
  const found: Address[] = [];
  const workspaces: string[] = [];
  for (const kind of kinds.values()) {
    const isWorkspace = kind.names?.isWorkspace === true;
    if (!isRead(kind) && !isWorkspace) continue;
    const own = await listReadable(kind, null, context, (leaveOut) =>
      kind.list?.outside?.(context, leaveOut),
    );
    found.push(...own);
    if (isWorkspace) workspaces.push(...own.map(({ name }) => name));
  }
  return { found, workspaces };
}

/** What came with objects and is listed nowhere else. */
function containedIn(live: LiveState, kinds: SurveyInput["kinds"]): readonly Address[] {
  const contained = [...live.values()].flatMap((one) => contentsOf(kinds, one));
  const along = contained.filter(({ kind }) => kinds.get(kind)?.names?.comesAlong === true);
  return [...addressSet(along)];
}
