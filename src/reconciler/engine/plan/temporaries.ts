/** Temporary objects of a plan, and leftovers of an interrupted run. */
import { addressSet, byAddress } from "../../../model/address-map.ts";
import { sameFact, type Temporary } from "../../kind.ts";
import { effectsByAddress } from "./plan.ts";
import { carriedFactsOf } from "./resume.ts";
import type { Cascaded, Compared, Temporaries } from "./stages.ts";
import { forChanges } from "./unreadable.ts";

export async function planTemporaries(
  input: Compared & Pick<Cascaded, "resumes">,
): Promise<readonly Temporary[]> {
  const planned: Temporary[] = [];
  const resumes = effectsByAddress(input.resumes);
  for (const { address, action } of input.changes) {
    const meanwhile = input.kinds.get(address.kind)?.access?.meanwhile;
    if (meanwhile === undefined || (action !== "create" && action !== "replace")) continue;
    const resource = input.resources.get(address);
    const from = input.continuations.before(address);
    if (resource === undefined) continue;
    const carried = carriedFactsOf(resource, resumes);
    const own = await forChanges([address], () =>
      meanwhile(resource, input.context, from, carried),
    );
    planned.push(...own);
  }
  return planned;
}

/** A leftover that has changed or is declared is not temporary. */
export function findTemporaries(input: Compared, planned: readonly Temporary[]): Temporaries {
  if (planned.length === 0 && input.journaled.length === 0) return { made: [], left: [] };
  const there = byAddress(
    input.journaled.filter(({ address, facts }) => {
      const now = input.live.get(address)?.facts;
      const { isTemporary } = input.kinds.get(address.kind)?.set ?? {};
      if (now === undefined || isTemporary?.({ address, facts }) !== true) return false;
      return Object.entries(facts).every(([name, value]) => sameFact(now[name], value));
    }),
  );
  const made = planned.map((one) => {
    const was = there.get(one.address) ?? { before: input.live.get(one.address)?.facts };
    return { ...one, ...(was.before && { before: was.before }) };
  });
  const known = addressSet([
    ...made.map(({ address }) => address),
    ...input.resources.addresses(),
    ...input.changes.flatMap(({ address, action }) => (action === "none" ? [] : [address])),
  ]);
  return { made, left: [...there.values()].filter(({ address }) => !known.has(address)) };
}
