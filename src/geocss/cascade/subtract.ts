/** Subtracts areas from an area. */
import { junction, negationOf, type Node } from "../solver/node.ts";
import { isImpossible, simplify } from "../solver/simplify.ts";
import type { ScaleRange } from "../styling.ts";
import type { Area } from "./combine.ts";
import { covers, partsOf } from "./scale.ts";
import type { Effort } from "./effort.ts";

/** Parts of different scales, in order; empty where nothing is left. */
export function subtract(area: Area, others: readonly Area[], effort: Effort): readonly Area[] {
  const left: { scale: ScaleRange; condition: Node }[] = [];
  const scales = others.map(({ scale }) => scale);
  for (const scale of partsOf(area.scale, scales)) {
    effort.tick(others.length / 40);
    const within = others.filter((other) => covers(other.scale, scale));
    const negations = within.map((other) => negationOf(other.condition));
    const condition = simplify(junction("and", [area.condition, ...negations]), effort);
    if (isImpossible(condition, effort)) continue;
    const before = left.at(-1);
    const goesOn = before?.scale.max === scale.min && before.condition.key === condition.key;
    if (before !== undefined && goesOn) before.scale = { min: before.scale.min, max: scale.max };
    else left.push({ scale, condition });
  }
  return left;
}
