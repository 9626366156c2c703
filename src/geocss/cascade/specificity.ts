/** The specificity of selectors. */
import type { Filter } from "../../model/filter.ts";
import type { BasicSelector } from "../sheet-grammar.js";

/** Compared from left to right. */
export type Specificity = readonly [ids: number, attributes: number, types: number];

/** The specificity of `*`. */
export const unspecific: Specificity = [0, 0, 0];

/** Scales do not count. A pseudo class with `nth` counts twice. */
export function specificityOf(selector: BasicSelector): Specificity {
  switch (selector.type) {
    case "id":
      return [1, 0, 0];
    case "type":
      return [0, 0, 1];
    case "pseudo":
      return [0, selector.nth === undefined ? 1 : 2, 0];
    case "filter":
      return [0, attributesOf(selector.filter).size, 0];
    case "any":
    case "scale":
    case "zoom":
      break;
  }
  return unspecific;
}

export function sumOf(a: Specificity, b: Specificity): Specificity {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** Less than 0 where the first is less specific. */
export function compareSpecificity(a: Specificity, b: Specificity): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function attributesOf(filter: Filter): ReadonlySet<string> {
  const names = new Set<string>();
  let level: readonly unknown[] = [filter];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      if ("type" in value && value.type === "attribute" && "name" in value)
        names.add(String(value.name));
      next.push(...(Array.isArray(value) ? value : Object.values(value)));
    }
    level = next;
  }
  return names;
}
