/** References that lead nowhere, now or once the plan has run. Pure. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { addressMap, addressesOf, type AddressMap } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Resource } from "../../kind.ts";
import { findHolders } from "./holders.ts";
import type { Cascaded } from "./stages.ts";

/** What references are compared with. */
type ReferencesInput = Pick<Cascaded, "kinds" | "governed" | "live" | "changes" | "alsoDeleted">;

/** Problems of what is declared: what it requires is not there, or goes. */
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
  /** Why something is not there after the plan; undefined when it is. */
  const missing = (address: Address): string | undefined => {
    const isKnown = holders.has(address) || elsewhere.has(address);
    if (isKnown || (declared.has(address) && !comesAlong(address))) return undefined;
    const nowhere = lifecycles.get(address) === "observe" ? ONLY_OBSERVED : NOWHERE;
    return going.get(address) ?? (input.live.has(address) ? undefined : nowhere);
  };
  return needing.flatMap((resource) => {
    const { address, requires } = resource;
    const own = comesAlong(address) ? missing(address) : undefined;
    const others = requires.flatMap((required) => {
      const reason = missing(required);
      return reason === undefined ? [] : [dangling(resource, required, reason)];
    });
    return own === undefined ? others : [orphan(resource, own), ...others];
  });
}

const NOWHERE = "which no manifest declares and the server does not hold";
const ONLY_OBSERVED = "which is only observed and the server does not hold";

/** What is deleted, and what cascades delete for good, with the reason. */
function goingFor({ changes, alsoDeleted }: ReferencesInput): AddressMap<string> {
  const deleted = changes
    .filter(({ action }) => action === "delete")
    .map(({ address }) => [address, "which this plan deletes"] as const);
  const along = alsoDeleted
    .filter(({ back }) => back === undefined)
    .map(({ address, by }) => [address, `which is deleted with ${formatAddress(by)}`] as const);
  return addressMap([...deleted, ...along]);
}

/** Something declared that only comes with others. */
function orphan({ address, where }: Resource, reason: string): Diagnostic {
  const own = formatAddress(address);
  const why =
    reason === NOWHERE
      ? "and nothing that is declared brings it"
      : `but ${reason.replace(/^which /, "")}`;
  const message = `${own} cannot be made on its own, ${why}`;
  const hint = "Declare what brings it, or leave it out.";
  return { code: "reference-missing", severity: "error", message, hint, where, address: own };
}

function dangling(
  { address, named, where }: Resource,
  required: Address,
  reason: string,
): Diagnostic {
  const own = formatAddress(address);
  const key = formatAddress(required);
  const place = named?.get(required);
  const message = `${own} needs ${key}, ${reason}`;
  const hint = place?.hint === undefined ? {} : { hint: place.hint };
  const at = place?.where ?? where;
  return {
    code: "reference-missing",
    severity: "error",
    message,
    ...hint,
    where: at,
    address: own,
  };
}
