/** What an estate must accept by name before a plan may run. Guards stop apply, never plan. */
import type { AnyKind, Danger } from "../kind.ts";
import type { Block, Change } from "./plan.ts";

/** Dangers of all changes, as blocks. */
export function findBlocks(
  kinds: ReadonlyMap<string, AnyKind>,
  changes: readonly Change[],
): readonly Block[] {
  return changes.flatMap(({ address, action, before, after }) => {
    if (action === "none" || action === "forget") return [];
    const dangers = kinds.get(address.kind)?.dangers?.({ action, address, before, after }) ?? [];
    return dangers.map(asBlock);
  });
}

/** A danger as what stops a plan until it is accepted. */
export function asBlock({ name, message }: Danger): Block {
  const hint = `Accept it with --allow ${name}, or with allow: [${name}] in the project file.`;
  return { name, message, hint };
}
