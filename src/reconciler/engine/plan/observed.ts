/** What is only observed and not as its manifest says: told, never changed. Pure. */
import { formatAddress } from "../../../model/address.ts";
import { addressesOf } from "../../../model/address-map.ts";
import type { AnyKind, Live, Resource } from "../../kind.ts";
import { diffFacts } from "./diff.ts";
import type { Governed } from "./lifecycle.ts";
import type { LiveState } from "./observe.ts";
import type { LeftAlone } from "./plan.ts";

/** Observed objects that are missing, differ, or are there although their scope does not list them. */
export function findObserved(
  { managed, observed, observedSweeps }: Governed,
  kinds: ReadonlyMap<string, AnyKind>,
  live: LiveState,
): readonly LeftAlone[] {
  const listed = addressesOf([...managed, ...observed]);
  const unlisted = [...live.values()].flatMap(({ address }): readonly LeftAlone[] => {
    const sweep = observedSweeps.find(
      ({ kind, covers }) => kind === address.kind && covers(address),
    );
    if (sweep === undefined || listed.has(address)) return [];
    const text = `is there, though ${formatAddress(sweep.owner)}, which only observes, does not list it`;
    return [{ address, reason: "observed", text, fields: [], where: sweep.where }];
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
): LeftAlone | undefined {
  const note = { address, reason: "observed", where } as const;
  if (live === undefined)
    return { ...note, text: "is only observed, and is not on the server", fields: [] };
  const rules = kinds.get(address.kind)?.fields ?? {};
  // What the server does not show cannot be told to differ: nothing was ever applied.
  const fields = diffFacts(facts, live.facts, { rules, recorded: undefined }).filter(
    ({ before }) => before !== undefined,
  );
  if (fields.length === 0) return undefined;
  return { ...note, text: "is only observed, and differs", fields };
}
