/** Finds all objects of a catalog, whoever declared them. GET only. */
import { compareAddresses, type Address } from "../../../model/address.ts";
import { addressMap, addressSet } from "../../../model/address-map.ts";
import type { AnyKind, KindContext, Live } from "../../kind.ts";
import { contentsOf } from "../plan/holders.ts";
import { observe, type LiveState } from "../plan/observe.ts";
import { listReadable, reportUnreadable } from "../plan/unreadable.ts";

export interface SurveyInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  /** All when absent. Only what the wanted objects need is read. */
  readonly wants?: SurveyWants;
}

/** Filters by kind first, then by address. */
export interface SurveyWants {
  readonly kind: (name: string) => boolean;
  readonly address: (address: Address) => boolean;
}

const ALL: SurveyWants = { kind: () => true, address: () => true };

/**
 * The wanted objects of a catalog, sorted. Brought objects are found through others; what cannot be
 * listed, such as passwords, is left out. Unreadable objects are reported and left out. Rejects
 * when another read fails.
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

/** Objects that came with others and are not listed. */
function containedIn(live: LiveState, kinds: SurveyInput["kinds"]): readonly Address[] {
  const contained = [...live.values()].flatMap((one) => contentsOf(kinds, one));
  const along = contained.filter(({ kind }) => kinds.get(kind)?.names?.comesAlong === true);
  return [...addressSet(along)];
}
