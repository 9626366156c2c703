/**
 * Finds what deletions cascade to. Wanted objects are restored; what cannot be restored blocks the
 * plan. Read-only.
 */
import { formatAddress, isSameAddress, type Address } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  addressesOf,
  groupByAddress,
  type AddressMap,
} from "../../../model/address-map.ts";
import type { Cascade, Live, CascadeEffect, AffectedObject, Resource } from "../../kind.ts";
import { isUndeclared } from "./scope.ts";
import { actionsOf, updateOf, type Action, type Change } from "./plan.ts";
import type { Cascaded, Compared, ImplicitDeletion, AlsoDeletedBy } from "./stages.ts";
import { forChanges } from "./unreadable.ts";

type Found = Cascade & { readonly by: Address };

/** Asks the kinds for the cascade of each deletion, then for the effect of all on other objects. */
export async function findCascades(
  input: Compared,
): Promise<Omit<Cascaded, Exclude<keyof Compared, "changes"> | "resumes" | "temporaries">> {
  const found: Found[] = [];
  for (const change of input.changes) {
    // Avoids an await per unchanged object.
    if (!["update", "delete", "replace"].includes(change.action)) continue;
    const cascade = await forChanges([change.address], () => cascadeOf(input, change));
    if (cascade !== undefined) found.push({ ...cascade, by: change.address });
  }
  if (found.length === 0) return { changes: input.changes, ...nothing() };
  const alsoDeleted = findAlsoDeleted(input, found);
  const dependents = alsoDeleted.length > 0 ? await findDependents(input, alsoDeleted) : [];
  found.push(...dependents);
  const byChange = groupByAddress(found, ({ by }) => by);
  const actions = actionsOf(input.changes);
  const effects: CascadeEffect[] = declaredEffects(input, alsoDeleted, found);
  const cascades = addressMap<Cascade>();
  const deleter = addressMap<Address>();
  const implicitDeletions: ImplicitDeletion[] = [];
  const imply = (address: Address, by: Address) => {
    deleter.set(address, by);
    implicitDeletions.push({ address, by });
  };
  const changes = input.changes.map((change) => {
    const own = byChange.get(change.address);
    if (own === undefined) return change;
    const cascade = together(input, own, actions);
    cascades.set(change.address, cascade);
    const sorted = classify(input, change, cascade, actions);
    for (const address of [...cascade.gone, ...sorted.gone.map((live) => live.address)])
      if (actions.get(address) === "delete") imply(address, change.address);
    for (const address of sorted.contents) imply(address, change.address);
    effects.push(...sorted.back.map((live) => ({ live, by: change.address })));
    return describe(input, change, cascade, sorted);
  });
  // The cause of an implicit deletion is the outermost deletion.
  const causedBy = <Caused extends { readonly by: Address }>(one: Caused): Caused => ({
    ...one,
    by: outermost(deleter, one.by) ?? one.by,
  });
  return {
    changes: changes.map((one) => markImplicit(one, deleter)),
    effects: effects.map(causedBy),
    alsoDeleted: alsoDeleted.map(causedBy),
    implicitDeletions: implicitDeletions.map(causedBy),
    cascades,
    withDependents: addressSet(dependents.map(({ by }) => by)),
  };
}

function nothing() {
  const [effects, alsoDeleted, implicitDeletions] = [[], [], []];
  const [cascades, withDependents] = [addressMap<Cascade>(), addressSet()];
  return { effects, alsoDeleted, implicitDeletions, cascades, withDependents };
}

type Actions = AddressMap<Action>;

/** Objects that cascades delete, each once. Another kind may recreate them. */
function findAlsoDeleted({ holders }: Compared, found: readonly Found[]): readonly AlsoDeletedBy[] {
  const alsoDeleted = found.flatMap((one) =>
    (one.alsoDeleted ?? []).map((own) => ({ ...own, by: one.by })),
  );
  const known = addressMap<AlsoDeletedBy>();
  for (const one of alsoDeleted) {
    const back = one.back ?? holders.get(one.address)?.address;
    if (known.get(one.address)?.back === undefined) known.set(one.address, { ...one, back });
  }
  return [...known.values()];
}

async function findDependents(
  input: Compared,
  alsoDeleted: readonly AlsoDeletedBy[],
): Promise<readonly Found[]> {
  const actions = actionsOf(input.changes);
  const isDeleted = (address: Address) => actions.get(address) === "delete";
  const takers = [...addressSet(alsoDeleted.map(({ by }) => by))];
  const found: Found[] = [];
  for (const kind of input.kinds.values()) {
    const about = { alsoDeleted, declared: declaredOf(input, kind.name), isDeleted };
    const dependents = () => kind.inside?.dependents?.(input.context, about);
    found.push(...((await forChanges(takers, async () => dependents())) ?? []));
  }
  return found;
}

/**
 * A deleted object that returns by itself is restored as declared where it is updated, or where
 * another object than before brings it.
 */
function declaredEffects(
  { changes, live, resources }: Compared,
  alsoDeleted: readonly AlsoDeletedBy[],
  found: readonly Found[],
): CascadeEffect[] {
  const affected = addressesOf(found.flatMap((one) => one.affected));
  const updated = addressesOf(changes.filter(({ action }) => action === "update"));
  return alsoDeleted.flatMap(({ address, back, by }) => {
    const before = live.get(address);
    if (back === undefined || before === undefined || affected.has(address)) return [];
    const isAnew = resources.has(address) && !isSameAddress(back, by);
    if (!isAnew && !updated.has(address)) return [];
    return [{ live: { ...before, requires: [back, ...before.requires] }, by }];
  });
}

/** Damage to declared or deleted objects does not count. */
function together({ resources }: Compared, found: readonly Found[], actions: Actions): Cascade {
  const damage = found
    .flatMap((one) => one.damage ?? [])
    .filter(({ to }) => !resources.has(to) && actions.get(to) !== "delete");
  return {
    affected: found.flatMap(({ affected }) => affected),
    gone: found.flatMap(({ gone }) => gone),
    contents: found.flatMap(({ contents }) => contents),
    irreversible: [
      ...found.flatMap(({ irreversible }) => irreversible),
      ...damage.map(({ what }) => what),
    ],
    uncovers: found.flatMap(({ uncovers = [] }) => uncovers),
  };
}

function declaredOf({ resources }: Compared, kind: string): readonly Resource[] {
  return [...resources.values()].filter(({ address }) => address.kind === kind);
}

async function cascadeOf(input: Compared, change: Change): Promise<Cascade | undefined> {
  if (change.action === "update") return detachedBy(input, change);
  const { kind } = change.address;
  const live = input.live.get(change.address);
  if (live === undefined) return undefined;
  const declared = declaredOf(input, kind);
  const to = input.continuations.after(change.address);
  const recorded = input.owned.get(change.address);
  const bringer = input.holders.get;
  return input.kinds
    .get(kind)
    ?.inside?.cascades?.(input.context, live, declared, { to, recorded, bringer });
}

async function detachedBy(input: Compared, change: Change): Promise<Cascade | undefined> {
  const detach = input.kinds.get(change.address.kind)?.inside?.detach;
  const update = updateOf(change, input, (other) =>
    input.changes.find(({ address }) => isSameAddress(address, other)),
  );
  if (detach === undefined || update === undefined || detach.steps(update).length === 0)
    return undefined;
  return detach.cascades(input.context, update);
}

/**
 * `gone` is deleted by the plan anyway, so no request is needed. Objects that the plan itself
 * deletes or recreates need no restore. `contents` are deleted or moved by the plan, and deleted by
 * the server too.
 */
function classify(
  input: Compared,
  change: Change,
  { affected, contents }: Cascade,
  actions: Actions,
) {
  const actionOn = ({ address }: Live) => actions.get(address);
  return {
    gone: affected.filter((live) => actionOn(live) === "delete" && live.remains === undefined),
    back: affected.filter(
      (live) =>
        actionOn(live) !== "delete" && actionOn(live) !== "replace" && !isLeft(input, change, live),
    ),
    contents: contents
      .filter(({ goes }) => goes !== undefined)
      .flatMap(({ addresses }) => addresses)
      .filter(
        (address) => actions.get(address) === "delete" || movesOut(input, address, change.address),
      ),
    actions,
  };
}

/** Whether the plan deletes or prunes the object's counterpart in a renamed workspace. */
function isLeft(input: Compared, { address: home }: Change, { address }: AffectedObject): boolean {
  const { changes } = input;
  const isNamed = input.kinds.get(home.kind)?.names?.isWorkspace === true;
  if (!isNamed || address.workspace === home.name || input.resources.has(address)) return false;
  const was = { ...address, workspace: home.name };
  const isDeleted = changes.some(
    (one) => one.action === "delete" && isSameAddress(one.address, was),
  );
  return isDeleted || isUndeclared(input, address);
}

function describe(
  { kinds }: Compared,
  change: Change,
  cascade: Cascade,
  { gone, back, contents, actions }: ReturnType<typeof classify>,
): Change {
  const canReturn = ({ address }: Live) => {
    const kind = kinds.get(address.kind);
    return kind?.set !== undefined || kind?.recovery?.reapply !== undefined;
  };
  // Their own update reports them.
  const isOwn = ({ address, remains }: AffectedObject) =>
    remains !== undefined && actions.get(address) === "update";
  const goes = [...gone, ...back].filter(({ remains }) => remains === undefined);
  return {
    ...change,
    alsoDeletes: [
      ...addressSet([...cascade.gone, ...contents, ...goes.map(({ address }) => address)]),
    ],
    comesBack: back.filter((live) => canReturn(live) && !isOwn(live)).map(({ address }) => address),
    cannotComeBack: [
      ...cascade.irreversible,
      ...back.filter((live) => !canReturn(live)).map(({ address }) => formatAddress(address)),
    ],
  };
}

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

function markImplicit(change: Change, deleter: AddressMap<Address>): Change {
  const isRemoved = change.action === "delete" || change.action === "replace";
  const deletedWith = isRemoved ? outermost(deleter, change.address) : undefined;
  return deletedWith === undefined ? change : { ...change, deletedWith };
}

/** The deletion that cascades to an object and is no cascade itself. */
function outermost(deleter: AddressMap<Address>, address: Address): Address | undefined {
  const by = deleter.get(address);
  return by === undefined ? undefined : (outermost(deleter, by) ?? by);
}
