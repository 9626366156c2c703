/** Compares desired state, live state and inventory, before cascades. Pure. */
import { formatAddress, isSameAddress, type Address } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  addressesOf,
  byAddress,
  type AddressSet,
} from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { isHalfMade } from "../../inventory/next.ts";
import type { Live, Resource } from "../../kind.ts";
import { diffFacts, labelsOf, verdict } from "./diff.ts";
import { objectFault } from "../../../model/object-diagnostic.ts";
import { contentsOf } from "./holders.ts";
import { reasonToRelease, unlistedIn } from "./lifecycle.ts";
import { change, unlikeIn, type Change } from "./plan.ts";
import { asReplaced, findUnreplaceable, isRemovable } from "./replace.ts";
import type { Compared, Renamed } from "./stages.ts";

type ChangesInput = Pick<
  Renamed,
  | "kinds"
  | "governed"
  | "live"
  | "owned"
  | "unreadable"
  | "ownedAddresses"
  | "prune"
  | "undeclared"
  | "owners"
  | "former"
  | "remade"
  | "journal"
  | "replace"
>;

export function findChanges(
  input: ChangesInput,
): Pick<Compared, "changes" | "orphans" | "diagnostics"> {
  const diagnostics: Diagnostic[] = [];
  const { managed } = input.governed;
  const declared = addressesOf(managed);
  const changes = managed.flatMap((resource) => declaredChange(input, resource, diagnostics) ?? []);
  const unlisted = unlistedChanges(input, declared);
  const unlistedAddresses = addressesOf(unlisted);
  const former = input.ownedAddresses.filter((address) => input.remade.has(address));
  const remade = former.flatMap((address) => remadeChange(input, address) ?? []);
  const undeclared = input.ownedAddresses.filter(
    (address) =>
      !declared.has(address) && !unlistedAddresses.has(address) && !input.remade.has(address),
  );
  const left = undeclared.filter((address) => !input.unreadable.has(address));
  // Unreadable objects may not exist: their deletion is skipped and reported.
  const unread = undeclared.filter(
    (address) => input.prune !== "none" && input.unreadable.has(address),
  );
  const skipped = unread.map((address) => change(address, "delete", { because: UNDECLARED }));
  const pruned = left.flatMap((address) => prunedChange(input, address) ?? []);
  const concerned = addressesOf(pruned);
  const orphans = left.filter((address) => !concerned.has(address));
  const ours = addressSet(input.undeclared.length === 0 ? [] : input.ownedAddresses);
  const victims = input.undeclared
    .filter((address) => !ours.has(address))
    .flatMap((address) => victimChange(input, address) ?? []);
  // A rename in place is an update, even without other differences.
  const renamed = changes.map((one): Change => {
    const formerly = input.former.get(one.address);
    return formerly === undefined ? asReplaced(input, one) : { ...one, action: "update", formerly };
  });
  const found = [...renamed, ...unlisted, ...remade, ...pruned, ...skipped, ...victims];
  const all = goneWithOthers(input, found);
  const { lifecycles } = input.governed;
  return {
    changes: all.map((one) => {
      const owned = withOwner(input, one);
      const lifecycle = lifecycles.get(one.address);
      return lifecycle === undefined ? owned : { ...owned, lifecycle };
    }),
    orphans,
    diagnostics: [...diagnostics, ...findUnreplaceable(input), ...findOccupied(input, all)],
  };
}

/** Objects that cannot be created because a remaining object of another kind has their contents. */
function findOccupied(
  { kinds, governed: { managed }, live }: ChangesInput,
  changes: readonly Change[],
): readonly Diagnostic[] {
  const bringers = managed.filter(({ brings = [] }) => brings.length > 0);
  if (bringers.length === 0) return [];
  const created = addressesOf(changes.filter(({ action }) => action === "create"));
  const made = bringers.filter(({ address }) => created.has(address));
  const going = addressesOf(changes.filter(({ action }) => action === "delete"));
  const declared = byAddress(managed);
  const holders = addressMap<Address>();
  for (const one of live.values()) {
    if (going.has(one.address)) continue;
    const { parts = [], brings = [] } = declared.get(one.address) ?? {};
    const isWanted = declared.has(one.address) ? addressSet([...parts, ...brings]) : undefined;
    for (const held of contentsOf(kinds, one))
      if (isWanted?.has(held) !== false) holders.set(held, one.address);
  }
  return made.flatMap(({ address, where, brings = [] }) => {
    const holder = brings.map((one) => holders.get(one)).find((one) => one !== undefined);
    if (holder === undefined || isSameAddress(holder, address)) return [];
    const what = `cannot be made, since ${formatAddress(holder)} has its name and stays`;
    const hint =
      "Declare it under another name, or have that deleted: by prune, and by a selection that names both.";
    return [objectFault(address, "foreign-object", what, { hint, where })];
  });
}

function declaredChange(
  input: ChangesInput,
  resource: Resource,
  diagnostics: Diagnostic[],
): Change | undefined {
  const { address, facts, assumed, where } = resource;
  const live = input.live.get(address);
  const rules = input.kinds.get(address.kind)?.fields ?? {};
  const created = () => {
    const shown = Object.entries(rules).filter(([, { onChange }]) => onChange !== "refuse");
    const fields = diffFacts(facts, {}, { rules: Object.fromEntries(shown), recorded: undefined });
    return change(address, "create", { fields, after: facts, where });
  };
  if (live === undefined) return created();
  const fields = diffFacts(facts, live.facts, {
    rules,
    recorded: input.owned.get(address) ?? assumed,
  });
  const outcome = verdict(fields, rules);
  // An unreadable object is only written where the value differs from the one last applied.
  if (input.unreadable.has(address) && (outcome !== "update" || !input.owned.has(address)))
    return change(address, "none", { where });
  if (outcome === "refuse") {
    if (makesWay(input, resource)) return created();
    diagnostics.push(foreign(resource, live, labelsOf(fields, rules, "refuse")));
    return undefined;
  }
  const owned = input.owned.get(address);
  const adopts = owned === undefined;
  const isLeft = outcome !== "none" && isHalfMade(owned, facts);
  const because = isLeft ? "a run that did not finish left it like this" : undefined;
  return change(address, outcome, {
    adopts,
    fields,
    unlike: unlikeIn(live, fields),
    before: live.facts,
    after: facts,
    where,
    because,
  });
}

/** Whether the existing object has another kind and is deleted by the plan. */
function makesWay(input: ChangesInput, { address, parts = [] }: Resource): boolean {
  const declared = addressesOf(input.governed.managed);
  const isSame = (owned: Address) => {
    const live = input.live.get(owned);
    if (live === undefined) return false;
    const isInside = addressSet(contentsOf(input.kinds, live)).has(address);
    return isInside || parts.some((part) => isSameAddress(part, owned));
  };
  return input.ownedAddresses.some(
    (owned) =>
      owned.name === address.name &&
      !declared.has(owned) &&
      isSame(owned) &&
      prunedChange(input, owned)?.action === "delete",
  );
}

function foreign({ address, where }: Resource, live: Live, labels: string): Diagnostic {
  const found = Object.values(live.facts)
    .filter((fact) => typeof fact === "string")
    .join(", ");
  const what = `exists on the server with another ${labels} (${found}) and is not touched`;
  const hint = "Declare it under another name, or delete the object on the server yourself.";
  return objectFault(address, "foreign-object", what, { hint, where });
}

function unlistedChanges(input: ChangesInput, declared: AddressSet): readonly Change[] {
  return unlistedIn(input.governed, input.live, declared).map(({ live, exclusiveScope }) => {
    const because = `${formatAddress(exclusiveScope.owner)} owns its whole scope and does not list it`;
    const { where } = exclusiveScope;
    return change(live.address, "delete", { before: live.facts, because, where });
  });
}

const UNDECLARED = "no manifest declares it any more";

function prunedChange(input: ChangesInput, address: Address): Change | undefined {
  const owner = input.owners.get(address);
  if (owner !== undefined)
    return change(address, "forget", { because: `the estate ${owner.estate} owns it now` });
  const released = reasonToRelease(input.governed, address);
  // With `prune: scope` the next plan would delete a forgotten orphan.
  const isKept = input.prune === "scope" && input.governed.lifecycles.get(address) === "orphan";
  if (isKept) return undefined;
  if (released !== undefined) return change(address, "forget", { because: released });
  const live = input.live.get(address);
  if (live === undefined) return goneChange(input, address);
  const now = movedTo(input, address);
  if (input.prune === "none" && now === undefined) return undefined;
  if (!isRemovable(input, live))
    return change(address, "forget", { because: "it cannot be deleted from the server" });
  const home = homeOf(input, live);
  if (home !== undefined)
    return change(address, "forget", { because: `${formatAddress(home)} publishes it now` });
  const because =
    input.prune === "none" && now !== undefined
      ? `it is ${formatAddress(now)} now, in a workspace that can only be recreated`
      : UNDECLARED;
  return change(address, "delete", { before: live.facts, because });
}

/** Missing objects are forgotten, unless an interrupted run has to restore them. */
function goneChange({ prune, journal }: ChangesInput, address: Address): Change | undefined {
  const isOwed = journal.some(({ live }) => isSameAddress(live.address, address));
  if (prune === "none" && isOwed) return undefined;
  return change(address, "forget", { because: "it is gone from the server" });
}

/** The declared successor of an object in a renamed workspace. */
function movedTo(
  { kinds, remade, governed: { managed } }: ChangesInput,
  { kind, workspace, name }: Address,
): Address | undefined {
  const home = [...remade].find(
    ([from]) => from.name === workspace && kinds.get(from.kind)?.names?.isWorkspace === true,
  );
  if (home === undefined) return undefined;
  const [, now] = home;
  return managed.find(
    ({ address }) =>
      address.kind === kind && address.name === name && address.workspace === now.name,
  )?.address;
}

/** Objects that cannot be deleted alone are deleted with their bringer. */
function goneWithOthers(
  { kinds, live }: ChangesInput,
  changes: readonly Change[],
): readonly Change[] {
  const isAlong = ({ action, address }: Change) =>
    action === "forget" && kinds.get(address.kind)?.names?.comesAlong === true;
  if (!changes.some(isAlong)) return changes;
  const bringers = changes.filter(({ action }) => action === "delete");
  const gone = addressMap(
    bringers.flatMap(({ address }) => {
      const bringer = live.get(address);
      const contents = bringer === undefined ? [] : contentsOf(kinds, bringer);
      return contents.map((one) => [one, address] as const);
    }),
  );
  return changes.map((one) => {
    const [by, before] = [gone.get(one.address), live.get(one.address)?.facts];
    if (!isAlong(one) || by === undefined || before === undefined) return one;
    return { ...one, action: "delete", before, because: `it goes with ${formatAddress(by)}` };
  });
}

/** The declared object that contains the live one and now brings its contents. */
function homeOf({ kinds, governed: { managed } }: ChangesInput, live: Live): Address | undefined {
  const contents = addressSet(contentsOf(kinds, live));
  const homes = addressSet(contents.size === 0 ? [] : live.requires);
  if (homes.size === 0) return undefined;
  const isHome = ({ address, brings = [] }: Resource) =>
    homes.has(address) && brings.some(contents.has);
  return managed.find(isHome)?.address;
}

/** Unowned objects are deleted where the estate prunes the whole workspace. */
function victimChange(input: ChangesInput, address: Address): Change | undefined {
  const live = input.live.get(address);
  if (live === undefined || !isRemovable(input, live)) return undefined;
  const because = `no manifest declares it, and the estate prunes workspace ${address.workspace}`;
  return change(address, "delete", { before: live.facts, because, unowned: true });
}

/** Forgetting an object does not take it over. */
function withOwner({ owners }: ChangesInput, one: Change): Change {
  const owner = owners.get(one.address);
  return owner === undefined || one.action === "forget" ? one : { ...one, owner: owner.estate };
}

/** The predecessor of a recreated object; `previousName` is the consent to delete it. */
function remadeChange(input: ChangesInput, address: Address): Change | undefined {
  const [now, live] = [input.remade.get(address), input.live.get(address)];
  if (now === undefined || live === undefined) return undefined;
  const because = `it is ${formatAddress(now)} now, which can only be recreated`;
  if (!isRemovable(input, live)) return change(address, "forget", { because });
  return change(address, "delete", { before: live.facts, because });
}
