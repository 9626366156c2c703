/** What is only observed and not as its manifest says: reported, never changed. Pure. */
import { formatAddress } from "../../../model/address.ts";
import { addressesOf } from "../../../model/address-map.ts";
import type { AnyKind, Live, Resource } from "../../kind.ts";
import { diffFacts } from "./diff.ts";
import type { Governed } from "./lifecycle.ts";
import type { LiveState } from "./observe.ts";
import { unlikeIn, type SkippedObject } from "./plan.ts";

/** Observed objects that are missing, differ, or are there although their scope does not list them. */
export function findObserved(
  { managed, observed, observedScopes }: Governed,
  kinds: ReadonlyMap<string, AnyKind>,
  live: LiveState,
): readonly SkippedObject[] {
  if (observed.length === 0 && observedScopes.length === 0) return [];
  const listed = addressesOf([...managed, ...observed]);
  const unlisted = [...live.values()].flatMap(({ address }): readonly SkippedObject[] => {
    const exclusiveScope = observedScopes.find(
      ({ kind, covers }) => kind === address.kind && covers(address),
    );
    if (exclusiveScope === undefined || listed.has(address)) return [];
    const text = `is there, though ${formatAddress(exclusiveScope.owner)}, which only observes, does not list it`;
    return [{ address, reason: "observed", text, fields: [], where: exclusiveScope.where }];
  });
  const differing = observed.flatMap((resource) => {
    const found = live.get(resource.address);
    return noteOf(kinds, resource, found) ?? [];
  });
  return [...differing, ...unlisted];
}

function noteOf(
  kinds: ReadonlyMap<string, AnyKind>,
  { address, facts, where }: Resource,
  live: Live | undefined,
): SkippedObject | undefined {
  const note = { address, reason: "observed", where } as const;
  if (live === undefined)
    return { ...note, text: "is only observed, and is not on the server", fields: [] };
  const rules = kinds.get(address.kind)?.fields ?? {};
  // What the server does not show is not known to differ: nothing was ever applied.
  const fields = diffFacts(facts, live.facts, { rules, recorded: undefined }).filter(
    ({ before }) => before !== undefined,
  );
  if (fields.length === 0) return undefined;
  const unlike = unlikeIn(live, fields);
  return { ...note, text: "is only observed, and differs", fields, unlike };
}
