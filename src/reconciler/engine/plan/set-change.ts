/** The objects of one kind before and after all changes of a plan. Pure. */
import type { Facts, SetChange } from "../../kind.ts";
import type { Compared } from "./stages.ts";

/** What the sets are made from. */
export type SetChangeInput = Pick<Compared, "changes" | "live">;

/** All objects of a kind that were observed, before and after the changes. */
export function setChange({ changes, live }: SetChangeInput, kind: string): SetChange {
  const own = [...live.values()].filter(({ address }) => address.kind === kind);
  const before = new Map<string, Facts>(own.map(({ address, facts }) => [address.name, facts]));
  const after = new Map<string, Facts>(before);
  for (const { address, action, after: facts = {}, fields } of changes) {
    const { name } = address;
    if (address.kind !== kind || action === "none" || action === "forget") continue;
    if (action === "delete") {
      after.delete(name);
      continue;
    }
    const known = live.get(address)?.facts;
    // What the server does not show and is as it was last applied does not change either.
    const differing = new Set(fields.map(({ field }) => field));
    const same = Object.entries(facts).filter(([field]) => !differing.has(field));
    if (known !== undefined) before.set(name, { ...known, ...Object.fromEntries(same) });
    after.set(name, { ...known, ...facts });
  }
  return { before, after };
}
