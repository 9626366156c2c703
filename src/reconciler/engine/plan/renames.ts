/**
 * Renames in place: the live state is rewritten as if they were done, so later stages use the new
 * names. Pure.
 */
import { formatAddress, type Address } from "../../../model/address.ts";
import { addressMap, byAddress } from "../../../model/address-map.ts";
import { fault, warning, type Diagnostic } from "../../../model/diagnostic.ts";
import type { AnyKind, Facts, Live, NameNow, PreviousName, Resource } from "../../kind.ts";
import { diffFacts, verdict } from "./diff.ts";
import type { Observed, Renamed } from "./stages.ts";

/** Declared objects under their former names, to check whether those exist. */
export function underFormerNames(resources: readonly Resource[]): readonly Resource[] {
  return resources.flatMap((resource) =>
    resource.previous === undefined
      ? []
      : [{ ...resource, address: resource.previous.address, requires: [] }],
  );
}

/** Follows former names that the estate owns. */
export function resolveRenames(observed: Observed): Renamed {
  const { kinds, context, governed, live, owned, ownedAddresses } = observed;
  const former = addressMap<Address>();
  const remade = addressMap<Address>();
  const diagnostics: Diagnostic[] = [];
  const moves = addressMap<Live>();
  for (const resource of governed.managed) {
    const { previous, address } = resource;
    if (previous === undefined) continue;
    const from = previous.address;
    const was = live.get(from);
    const isOwned = was !== undefined && owned.has(from);
    const kind = kinds.get(address.kind);
    const isRemade = isOwned && !canRename(kind, resource, was, owned.get(from));
    if (isRemade && mayBeRemade(observed, address)) {
      remade.set(from, address);
      continue;
    }
    const diagnostic = problemOf(address, previous, { live, owned });
    if (diagnostic !== undefined) diagnostics.push(diagnostic);
    if (!isOwned || live.has(address)) continue;
    former.set(address, from);
    moves.set(from, { ...was, address, etag: undefined });
  }
  const renamed = { ...observed, former, remade, diagnostics };
  if (moves.size === 0) return renamed;
  const nameNow: NameNow = (one) => moves.get(one)?.address ?? one;
  const moved = (one: Live): Live => ({
    ...(moves.get(one.address) ?? one),
    facts: kinds.get(one.address.kind)?.names?.factsNow?.(one, nameNow) ?? one.facts,
    requires: one.requires.map(nameNow),
  });
  return {
    ...renamed,
    context: { ...context, nameNow },
    live: byAddress([...live.values()].map(moved)),
    owned: addressMap([...owned].map(([address, facts]) => [nameNow(address), facts] as const)),
    ownedAddresses: ownedAddresses.map(nameNow),
  };
}

/**
 * A run that failed or was interrupted before it deleted the former object leaves both names owned.
 */
function mayBeRemade({ live, owned, claimed }: Observed, address: Address): boolean {
  return owned.has(address) || claimed?.has(address) === true || !live.has(address);
}

/** The mapping of a finished plan; undefined without renames. */
export function namesAfter(
  changes: readonly { readonly address: Address; readonly formerly: Address | undefined }[],
): NameNow | undefined {
  const now = addressMap(
    changes.flatMap(({ address, formerly }) =>
      formerly === undefined ? [] : [[formerly, address] as const],
    ),
  );
  return now.size === 0 ? undefined : (one) => now.get(one) ?? one;
}

/** An object that must be recreated anyway is not renamed in place. */
function canRename(
  kind: AnyKind | undefined,
  { facts }: Resource,
  was: Live,
  recorded: Facts | undefined,
): boolean {
  if (kind?.names?.keepsWhenRenamed?.(was.address) !== true) return false;
  const rules = kind.fields;
  const outcome = verdict(diffFacts(facts, was.facts, { rules, recorded }), rules);
  return outcome === "none" || outcome === "update";
}

function problemOf(
  address: Address,
  { address: former, where }: PreviousName,
  { live, owned }: Pick<Observed, "live" | "owned">,
): Diagnostic | undefined {
  const [from, to] = [formatAddress(former), formatAddress(address)];
  const about = { where, address: to };
  if (live.has(former) && live.has(address)) {
    const message = `${to} was ${from}, but both are on the server`;
    const hint = "Delete one of them there, or drop metadata.previousName.";
    return fault("previous-name", message, { ...about, hint });
  }
  if (live.has(address)) {
    const message = `${to} has its name already`;
    return warning("previous-name", message, { ...about, hint: "Drop metadata.previousName." });
  }
  if (!live.has(former) || owned.has(former)) return undefined;
  const message = `${from} stays, and ${to} is created beside it: this estate does not own it`;
  const hint = "Apply it once under its former name to own it.";
  return warning("previous-name", message, { ...about, hint });
}
