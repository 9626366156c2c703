/** Dangling references, now or after the plan. Pure. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { addressMap, addressesOf, type AddressMap } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { nearest } from "../../../model/nearest.ts";
import type { Resource } from "../../kind.ts";
import { findHolders } from "./holders.ts";
import { objectFault } from "../../../model/object-diagnostic.ts";
import type { Cascaded } from "./stages.ts";

type ReferencesInput = Omit<Cascaded, "resumes" | "temporaries">;

/**
 * Errors for declared objects with missing or deleted requirements, or deleted with another object.
 */
export function findMissing(input: ReferencesInput): readonly Diagnostic[] {
  const { managed, elsewhere, lifecycles } = input.governed;
  const comesAlong = ({ kind }: Address) => input.kinds.get(kind)?.names?.comesAlong === true;
  const needing = managed.filter(
    ({ address, requires }) => requires.length > 0 || comesAlong(address),
  );
  if (needing.length === 0) return [];
  const declared = addressesOf(managed);
  const holders = findHolders(managed);
  const going = goingFor(input);
  const gone = addressMap(
    [...input.cascades].flatMap(([by, cascade]) => cascade.gone.map((one) => [one, by] as const)),
  );
  /** Why an object is missing after the plan; undefined when it exists. */
  const missing = (address: Address): string | undefined => {
    const isKnown = holders.has(address) || elsewhere.has(address);
    if (isKnown || (declared.has(address) && !comesAlong(address))) return undefined;
    const nowhere = lifecycles.get(address) === "observe" ? ONLY_OBSERVED : NOWHERE;
    return going.get(address) ?? (input.live.has(address) ? undefined : nowhere);
  };
  const meant = nearestIn(() => [
    ...managed.map(({ address }) => address),
    ...input.live.addresses(),
  ]);
  return needing.flatMap((resource) => {
    const { address, requires } = resource;
    const own = comesAlong(address) ? missing(address) : undefined;
    const others = requires.flatMap((required) => {
      const reason = missing(required);
      return reason === undefined ? [] : [dangling(resource, required, reason, meant)];
    });
    if (own !== undefined) return [orphan(resource, own), ...others];
    const by = holders.has(address) ? undefined : gone.get(address);
    return by === undefined || others.length > 0 ? others : [lost(resource, by)];
  });
}

/** Suggests the nearest name of the kind, preferably in the same workspace. */
function nearestIn(addresses: () => readonly Address[]): (missing: Address) => Address | undefined {
  let known: Map<string, readonly Address[]> | undefined;
  return ({ kind, workspace, name }) => {
    known ??= Map.groupBy(addresses(), (one) => one.kind);
    const alike = known.get(kind) ?? [];
    const own = alike.filter((one) => one.workspace === workspace);
    const [close, ...more] = [own, alike].flatMap((some) => {
      const found = nearest(
        name,
        some.map((one) => one.name),
      );
      return some.filter((one) => one.name === found);
    });
    return close ?? more[0];
  };
}

const NOWHERE = "which no manifest declares and the server does not hold";
const ONLY_OBSERVED = "which is only observed and the server does not hold";

/** What is deleted, or lost by cascades, with the reason. */
function goingFor({ changes, alsoDeleted }: ReferencesInput): AddressMap<string> {
  const deleted = changes
    .filter(({ action }) => action === "delete")
    .map(({ address }) => [address, "which this plan deletes"] as const);
  const along = alsoDeleted
    .filter(({ back }) => back === undefined)
    .map(({ address, by }) => [address, `which ${deletedWith(by)}`] as const);
  return addressMap([...deleted, ...along]);
}

function deletedWith(by: Address): string {
  return `is deleted with ${formatAddress(by)}`;
}

function lost({ address, where }: Resource, by: Address): Diagnostic {
  const what = `${deletedWith(by)}, and nothing that is declared brings it back`;
  const hint = "Declare it where that goes on, or leave it out.";
  return objectFault(address, "reference-missing", what, { hint, where });
}

function orphan({ address, where }: Resource, reason: string): Diagnostic {
  const why =
    reason === NOWHERE
      ? "and nothing that is declared brings it"
      : `but ${reason.replace(/^which /, "")}`;
  const what = `cannot be made on its own, ${why}`;
  const hint = "Declare what brings it, or leave it out.";
  return objectFault(address, "reference-missing", what, { hint, where });
}

function dangling(
  { address, named, where }: Resource,
  required: Address,
  reason: string,
  meant: (missing: Address) => Address | undefined,
): Diagnostic {
  const place = named?.get(required);
  const close = reason === NOWHERE ? meant(required) : undefined;
  // References in manifests name no kind.
  const { workspace, name } = close ?? {};
  const plain = workspace === null ? name : `${workspace}:${name}`;
  const text = close && (place === undefined ? formatAddress(close) : plain);
  const hint = text === undefined ? place?.hint : `Did you mean ${text}?`;
  const what = `needs ${formatAddress(required)}, ${reason}`;
  return objectFault(address, "reference-missing", what, { hint, where: place?.where ?? where });
}
