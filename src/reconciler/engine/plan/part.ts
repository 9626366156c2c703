/**
 * A plan over a part of an estate. Unselected objects are never changed or forgotten, are restored
 * after a cascade, and block a deletion that would lose them
 * (docs/decisions/0045-a-part-of-an-estate.md). Pure.
 */
import { compareAddresses, formatAddress, type Address } from "../../../model/address.ts";
import { addressSet, addressesOf, byAddress } from "../../../model/address-map.ts";
import { isHalfMade } from "../../inventory/next.ts";
import type { ExclusiveScope, Resource } from "../../kind.ts";
import { diffFacts } from "./diff.ts";
import { findHolders } from "./holders.ts";
import type { SelectionOfPlan } from "./plan.ts";
import { labelsText, select, type Selected, type Selection } from "./selection.ts";
import type { Compared, Observed, Part, PlanSettings } from "./stages.ts";

/** Leaves out unselected objects, except missing ones that selected objects need. */
export function findPart(
  { kinds, part, claimed, journal }: PlanSettings,
  whole: Pick<Observed, "governed" | "ownedAddresses" | "undeclared" | "live" | "owned">,
): Part {
  const { governed, ownedAddresses, undeclared, live, owned } = whole;
  if (part === undefined)
    return { governed, ownedAddresses, undeclared, others: [], selection: undefined };
  const selected = select(part.requested, { ...part, others: [...ownedAddresses, ...undeclared] });
  const roots = governed.managed.filter(({ address }) => selected.has(address));
  const wanted = byAddress(governed.managed);
  // A run interrupted before it saved the inventory leaves claims of finished objects.
  const isLeft = (address: Address) =>
    owned.has(address)
      ? isHalfMade(owned.get(address), wanted.get(address)?.facts)
      : claimed?.has(address) === true;
  const isKept = (address: Address) => live.has(address) && !isLeft(address);
  const along = findNeeded({ kinds, governed, journal }, roots, isKept);
  const chosen = new Set([...roots, ...along.map(({ resource }) => resource)]);
  const managed = governed.managed.filter((one) => chosen.has(one));
  const ours = addressSet(
    managed.flatMap(({ address, previous }) => [address, ...(previous ? [previous.address] : [])]),
  );
  const isOurs = (address: Address) => ours.has(address) || selected.has(address);
  const declared = addressesOf(part.resources);
  const exclusiveScopes = (all: readonly ExclusiveScope[]) =>
    all
      .filter((exclusiveScope) => selected.includesScope(exclusiveScope))
      .map((exclusiveScope) => ({
        ...exclusiveScope,
        covers: (address: Address) =>
          exclusiveScope.covers(address) && selected.includesScope(exclusiveScope, address),
      }));
  const everything = [...part.resources.map(({ address }) => address), ...ownedAddresses];
  return {
    governed: {
      ...governed,
      managed,
      exclusiveScopes: exclusiveScopes(governed.exclusiveScopes),
      observed: governed.observed.filter(({ address }) => selected.has(address)),
      observedScopes: exclusiveScopes(governed.observedScopes),
      isUnwritten: (address) =>
        governed.isUnwritten(address) || (declared.has(address) && !isOurs(address)),
    },
    ownedAddresses: ownedAddresses.filter(isOurs),
    undeclared: undeclared.filter(isOurs),
    others: everything.filter((address) => !isOurs(address)),
    selection: report(part.requested, selected, along),
  };
}

interface Needed {
  readonly resource: Resource;
  readonly by: Address;
}

/** Missing or incomplete requirements, and their requirements in turn. */
function findNeeded(
  { kinds, governed: { managed }, journal }: Pick<Observed, "kinds" | "governed" | "journal">,
  roots: readonly Resource[],
  isKept: (address: Address) => boolean,
): readonly Needed[] {
  const declared = byAddress(managed);
  const holders = findHolders(managed);
  const known = new Set(roots);
  const found: Needed[] = [];
  const take = (address: Address, by: Address) => {
    if (isKept(address)) return;
    for (const resource of [declared.get(address), holders.get(address)]) {
      if (resource === undefined || known.has(resource)) continue;
      known.add(resource);
      found.push({ resource, by });
    }
  };
  const takeFor = ({ address, requires }: Resource) => {
    if (kinds.get(address.kind)?.names?.comesAlong === true) take(address, address);
    for (const required of requires) take(required, address);
  };
  // Losses of an interrupted run are restored whatever is selected.
  for (const { live: affected } of journal)
    for (const required of affected.requires) take(required, affected.address);
  for (const root of roots) takeFor(root);
  // `found` grows during the loop.
  for (const { resource } of found) takeFor(resource);
  return found;
}

function report(
  { only, exclude, labels, paths }: Selection,
  { count, total }: Selected,
  along: readonly Needed[],
): SelectionOfPlan {
  return {
    only,
    exclude,
    labels: labels.map(labelsText),
    paths: paths.map(({ given: path }) => path),
    objects: count,
    of: total,
    along: along
      .map(({ resource, by }) => ({ address: resource.address, neededBy: by }))
      .toSorted((a, b) => compareAddresses(a.address, b.address)),
  };
}

/**
 * Warns about creations without unselected access rules, which a whole plan would apply first.
 * Sentences without full stops.
 */
export function findUnguarded({
  kinds,
  part,
  others,
  changes,
  live,
}: Pick<Compared, "kinds" | "part" | "others" | "changes" | "live">): readonly string[] {
  if (part === undefined) return [];
  const shows = changes.some(
    ({ action, address }) =>
      action === "create" && kinds.get(address.kind)?.access?.exposes === true,
  );
  const left = addressSet(others);
  const open = part.resources.filter(({ address, facts }) => {
    const kind = kinds.get(address.kind);
    if (kind?.access?.guard === undefined || !left.has(address)) return false;
    const rules = kind.fields;
    const found = live.get(address)?.facts ?? {};
    return diffFacts(facts, found, { rules, recorded: undefined }).length > 0;
  });
  if (!shows || open.length === 0) return [];
  const names = open.map(({ address }) => formatAddress(address)).join(", ");
  return [`what is created can be seen without ${names}, which is declared and not selected`];
}
