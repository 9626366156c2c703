/** What the changes of a kind mean together, beyond each of them: asked of the kinds that know. */
import { formatAddress } from "../../model/address.ts";
import type { AnyKind, Facts, Judgement } from "../kind.ts";
import type { LiveState } from "./observe.ts";
import type { Change } from "./plan.ts";

/** Dangers and consequences of the changes of all kinds. */
export function judgeChanges(
  kinds: ReadonlyMap<string, AnyKind>,
  changes: readonly Change[],
  live: LiveState,
): Judgement {
  const byKind = Map.groupBy(changes.filter(isEffective), ({ address }) => address.kind);
  const judged = [...byKind].flatMap(
    ([name, own]) => kinds.get(name)?.judge?.(around(name, own, live)) ?? [],
  );
  return {
    dangers: judged.flatMap(({ dangers }) => dangers),
    consequences: judged.flatMap(({ consequences }) => consequences),
  };
}

/** What goes along with something else decides over nothing any more. */
function isEffective({ action, goesWith }: Change): boolean {
  return action !== "none" && action !== "forget" && goesWith === undefined;
}

/** All objects of a kind before and after, by name. */
function around(kind: string, changes: readonly Change[], live: LiveState) {
  const own = [...live.values()].filter(({ address }) => address.kind === kind);
  const before = new Map<string, Facts>(own.map(({ address, facts }) => [address.name, facts]));
  const after = new Map(before);
  for (const { address, action, after: facts } of changes) {
    if (action === "delete") after.delete(address.name);
    else if (facts !== undefined)
      after.set(address.name, { ...live.get(formatAddress(address))?.facts, ...facts });
  }
  return { before, after };
}
