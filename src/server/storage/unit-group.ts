/** Which lists of units are applied together, in one commit (docs/decisions/0071-writes.md). */
import { storage as limits } from "../../model/limits.ts";
import type { UnitList } from "./unit.ts";

/** The first of those that wait: at least one, within bounds of their count and size. */
export function groupOf<One>(
  waiting: readonly One[],
  listOf: (one: One) => UnitList,
): readonly One[] {
  let bytes = 0;
  const end = waiting.findIndex((one, count) => {
    bytes += sizeOf(listOf(one));
    return count >= limits.groupUnits || (count > 0 && bytes > limits.groupBytes);
  });
  return end < 0 ? waiting : waiting.slice(0, end);
}

function sizeOf({ changes }: UnitList): number {
  let bytes = 0;
  for (const [, parameters] of changes)
    for (const one of parameters)
      if (one instanceof Uint8Array) bytes += one.byteLength;
      else if (typeof one === "string") bytes += one.length;
  return bytes;
}
