/**
 * Finds all objects of a catalog, whoever declared them, and what of them a plan reaches. GET
 * only.
 */
import { compareAddresses, type Address } from "../../../model/address.ts";
import { addressMap, addressSet, byAddress } from "../../../model/address-map.ts";
import type { AnyKind, KindContext, LeaveOut, Live, Resource } from "../../kind.ts";
import { contentsOf } from "../plan/holders.ts";
import { observe, type LiveState } from "../plan/observe.ts";
import { listReadable, reportUnreadable } from "../plan/unreadable.ts";
import { findReached, isReaching, withReach } from "../plan/reach.ts";
import type { Plan } from "../plan/plan.ts";
import { broughtLive } from "./graph.ts";

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
      exclusiveScopes: sets.map(({ name }) => ({ kind: name })),
      addresses,
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

async function listAll(
  { kinds, context }: SurveyInput,
  isRead: (kind: AnyKind) => boolean,
): Promise<readonly Address[]> {
  const found: Address[] = [];
  const workspaces: string[] = [];
  for (const kind of kinds.values()) {
    const isWorkspace = kind.names?.isWorkspace === true;
    if (!isRead(kind) && !isWorkspace) continue;
    const list = (leaveOut: LeaveOut) => kind.list?.outside?.(context, leaveOut);
    const own = await listReadable(kind, null, context, list);
    found.push(...own);
    if (isWorkspace) workspaces.push(...own.map(({ name }) => name));
  }
  const known = new Set<string>();
  for (const workspace of workspaces) {
    for (const kind of kinds.values()) {
      const list = (leaveOut: LeaveOut) =>
        kind.list?.inWorkspace?.(context, { workspace, known, leaveOut });
      if (isRead(kind)) found.push(...(await listReadable(kind, workspace, context, list)));
    }
  }
  return found;
}

/** Objects that came with others and are not listed. */
function containedIn(live: LiveState, kinds: SurveyInput["kinds"]): readonly Address[] {
  const contained = [...live.values()].flatMap((one) => contentsOf(kinds, one));
  const along = contained.filter(({ kind }) => kinds.get(kind)?.names?.comesAlong === true);
  return [...addressSet(along)];
}

/** Adds the reach of the changes; reads nothing where other objects do not show them. */
export async function withLiveReach(
  plan: Plan,
  about: Pick<SurveyInput, "kinds" | "context"> & { readonly resources: readonly Resource[] },
): Promise<Plan> {
  const { kinds, context } = about;
  if (!plan.changes.some((one) => isReaching(one, kinds))) return plan;
  const wants = {
    kind: (name: string) => kinds.get(name)?.reach !== undefined,
    address: () => true,
  };
  const lives = await survey({ kinds, context, wants });
  const found = { resources: byAddress(about.resources), live: byAddress(lives), kinds };
  const reached = findReached(plan.changes, found, broughtLive(lives, kinds));
  return { ...plan, changes: withReach(plan.changes, reached) };
}
