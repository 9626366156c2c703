/**
 * What deletions take along. Everything lost that is still wanted comes back; what cannot come
 * back is named and stops the plan. Reads, never writes.
 */
import { formatAddress, isSameAddress, type Address } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  addressesOf,
  groupByAddress,
  type AddressMap,
} from "../../../model/address-map.ts";
import type { Cascade, Live, Loss, Lost } from "../../kind.ts";
import { actionsOf, updateOf, type Action, type Change } from "./plan.ts";
import type { Cascaded, Compared, Swallowed, TakenBy } from "./stages.ts";

/** Changes with what goes and comes with them. */
type CascadeResult = Pick<
  Cascaded,
  "changes" | "losses" | "taken" | "swallowed" | "cascades" | "takesHeld"
>;

type Found = Cascade & { readonly by: Address };

/** Asks the kinds what each deletion takes along, then what all of them together do to others. */
export async function findCascades(input: Compared): Promise<CascadeResult> {
  const found: Found[] = [];
  for (const change of input.changes) {
    const cascade = await cascadeOf(input, change);
    if (cascade !== undefined) found.push({ ...cascade, by: change.address });
  }
  const taken = findTaken(input, found);
  const followed = taken.length > 0 ? await follow(input, taken) : [];
  found.push(...followed);
  const byChange = groupByAddress(found, ({ by }) => by);
  const actions = actionsOf(input.changes);
  const losses: Loss[] = declaredLosses(input, taken, found);
  const cascades = addressMap<Cascade>();
  const swallowed = addressMap<Address>();
  const swallows: Swallowed[] = [];
  const swallow = (address: Address, by: Address) => {
    swallowed.set(address, by);
    swallows.push({ address, by });
  };
  const changes = input.changes.map((change) => {
    const own = byChange.get(change.address);
    if (own === undefined) return change;
    const cascade = together(input, own, actions);
    cascades.set(change.address, cascade);
    const sorted = sort(input, change, cascade, actions);
    for (const address of [...cascade.gone, ...sorted.gone.map((live) => live.address)])
      if (actions.get(address) === "delete") swallow(address, change.address);
    for (const address of sorted.contents) swallow(address, change.address);
    losses.push(...sorted.back.map((live) => ({ live, by: change.address })));
    return describe(input, change, cascade, sorted);
  });
  // What goes along with another object takes its own along when that one goes.
  const causedBy = <Caused extends { readonly by: Address }>(one: Caused): Caused => ({
    ...one,
    by: outermost(swallowed, one.by) ?? one.by,
  });
  return {
    changes: changes.map((one) => goesAlong(one, swallowed)),
    losses: losses.map(causedBy),
    taken: taken.map(causedBy),
    swallowed: swallows.map(causedBy),
    cascades,
    takesHeld: addressSet(followed.map(({ by }) => by)),
  };
}

type Actions = AddressMap<Action>;

/**
 * Each object that goes, once: several deletions may take it along. What brings it again may be of
 * another kind than what it goes with.
 */
function findTaken({ holders }: Compared, found: readonly Found[]): readonly TakenBy[] {
  const taken = found.flatMap((one) => (one.taken ?? []).map((own) => ({ ...own, by: one.by })));
  const known = addressMap<TakenBy>();
  for (const one of taken) {
    const back = one.back ?? holders.get(one.address)?.address;
    if (known.get(one.address)?.back === undefined) known.set(one.address, { ...one, back });
  }
  return [...known.values()];
}

/** What the kinds that follow others lose with everything that goes. */
async function follow(input: Compared, taken: readonly TakenBy[]): Promise<readonly Found[]> {
  const actions = actionsOf(input.changes);
  const isDeleted = (address: Address) => actions.get(address) === "delete";
  const found: Found[] = [];
  for (const kind of input.kinds.values()) {
    const declared = [...input.resources.values()].filter(
      ({ address }) => address.kind === kind.name,
    );
    found.push(
      ...((await kind.inside?.follow?.(input.context, { taken, declared, isDeleted })) ?? []),
    );
  }
  return found;
}

/** An object that goes, comes back by itself and is to be changed is changed once it is back. */
function declaredLosses(
  { changes, live }: Compared,
  taken: readonly TakenBy[],
  found: readonly Found[],
): Loss[] {
  const lost = addressesOf(found.flatMap((one) => one.lost));
  const updated = addressesOf(changes.filter(({ action }) => action === "update"));
  return taken.flatMap(({ address, back, by }) => {
    const before = live.get(address);
    if (back === undefined || before === undefined) return [];
    if (lost.has(address) || !updated.has(address)) return [];
    return [{ live: { ...before, requires: [back, ...before.requires] }, by }];
  });
}

/** Damage to what is declared, or deleted, is none: it is as its manifest says afterwards. */
function together({ resources }: Compared, found: readonly Found[], actions: Actions): Cascade {
  const damage = found
    .flatMap((one) => one.damage ?? [])
    .filter(({ to }) => !resources.has(to) && actions.get(to) !== "delete");
  return {
    lost: found.flatMap(({ lost }) => lost),
    gone: found.flatMap(({ gone }) => gone),
    contents: found.flatMap(({ contents }) => contents),
    irreversible: [
      ...found.flatMap(({ irreversible }) => irreversible),
      ...damage.map(({ what }) => what),
    ],
    uncovers: found.flatMap(({ uncovers = [] }) => uncovers),
  };
}

async function cascadeOf(input: Compared, change: Change): Promise<Cascade | undefined> {
  if (change.action === "update") return detachedBy(input, change);
  if (change.action !== "delete" && change.action !== "replace") return undefined;
  const { kind } = change.address;
  const live = input.live.get(change.address);
  if (live === undefined) return undefined;
  const declared = [...input.resources.values()].filter(({ address }) => address.kind === kind);
  const to = input.continuations.after(change.address);
  const recorded = input.owned.get(change.address);
  const bringer = input.holders.get;
  return input.kinds
    .get(kind)
    ?.inside?.cascades?.(input.context, live, declared, { to, recorded, bringer });
}

/** What goes along with the parts that an update removes. */
async function detachedBy(input: Compared, change: Change): Promise<Cascade | undefined> {
  const shed = input.kinds.get(change.address.kind)?.inside?.detach;
  const update = updateOf(change, input, (other) =>
    input.changes.find(({ address }) => isSameAddress(address, other)),
  );
  if (shed === undefined || update === undefined || shed.steps(update).length === 0)
    return undefined;
  return shed.cascades(input.context, update);
}

interface Sorted {
  /** What the plan deletes anyway, and need not delete any more. */
  readonly gone: readonly Lost[];
  readonly back: readonly Lost[];
  /** Contents that the plan deletes or recreates elsewhere, where the server takes them along. */
  readonly contents: readonly Address[];
  readonly actions: Actions;
}

/** What stays and is deleted, or is made anew, is looked after by its own change. */
function sort(
  input: Compared,
  change: Change,
  { lost, contents }: Cascade,
  actions: Actions,
): Sorted {
  const actionOn = ({ address }: Live) => actions.get(address);
  return {
    gone: lost.filter((live) => actionOn(live) === "delete" && live.remains === undefined),
    back: lost.filter((live) => actionOn(live) !== "delete" && actionOn(live) !== "replace"),
    contents: contents
      .filter(({ goes }) => goes !== undefined)
      .flatMap(({ addresses }) => addresses)
      .filter(
        (address) => actions.get(address) === "delete" || movesOut(input, address, change.address),
      ),
    actions,
  };
}

function describe(
  { kinds }: Compared,
  change: Change,
  cascade: Cascade,
  { gone, back, contents, actions }: Sorted,
): Change {
  const canReturn = ({ address }: Live) => {
    const kind = kinds.get(address.kind);
    return kind?.set !== undefined || kind?.recovery?.restore !== undefined;
  };
  // What stays and is declared otherwise is told by its own change.
  const isOwn = ({ address, remains }: Lost) =>
    remains !== undefined && actions.get(address) === "update";
  const goes = [...gone, ...back].filter(({ remains }) => remains === undefined);
  return {
    ...change,
    takesAlong: [...cascade.gone, ...contents, ...goes.map(({ address }) => address)],
    comesBack: back.filter((live) => canReturn(live) && !isOwn(live)).map(({ address }) => address),
    cannotComeBack: [
      ...cascade.irreversible,
      ...back.filter((live) => !canReturn(live)).map(({ address }) => formatAddress(address)),
    ],
  };
}

/** Whether an object is recreated elsewhere, so that it does not live in another one any more. */
export function movesOut(
  { changes, resources }: Pick<Compared, "changes" | "resources">,
  one: Address,
  home: Address,
): boolean {
  const isReplaced = changes.some(
    ({ action, address }) => action === "replace" && isSameAddress(address, one),
  );
  const requires = resources.get(one)?.requires ?? [];
  return isReplaced && !requires.some((required) => isSameAddress(required, home));
}

function goesAlong(change: Change, swallowed: AddressMap<Address>): Change {
  const isRemoved = change.action === "delete" || change.action === "replace";
  const goesWith = isRemoved ? outermost(swallowed, change.address) : undefined;
  return goesWith === undefined ? change : { ...change, goesWith };
}

/** What takes an object along, and is not taken along itself. */
function outermost(swallowed: AddressMap<Address>, address: Address): Address | undefined {
  const by = swallowed.get(address);
  return by === undefined ? undefined : (outermost(swallowed, by) ?? by);
}
