/** The properties of rules at one z level. */
import type { Property, Value } from "../value.ts";
import type { ScopedRule } from "./rules.ts";

export interface LevelRule {
  readonly rule: ScopedRule;
  /** Without z-index; lists hold only the values of the level. */
  readonly properties: ReadonlyMap<string, Property>;
  /** Indexes of the level's values in lists; undefined without z-index. */
  readonly kept: readonly number[] | undefined;
}

const Z_INDEXES: ReadonlySet<string> = new Set(["z-index", "raster-z-index"]);

/** Whether a property puts values onto levels. */
export function isZIndex(name: string): boolean {
  return Z_INDEXES.has(name);
}

/** Undefined when the rule names no level. */
export function zIndexesOf({
  properties,
}: Pick<ScopedRule, "properties">): readonly number[] | undefined {
  const property = properties.get("z-index") ?? properties.get("raster-z-index");
  if (property === undefined || property.values.length === 0) return undefined;
  return property.values.map((value) => (value.type === "number" ? value.value : 0));
}

/**
 * Undefined where the rule has no values at the level. A rule without z-index stays as it is. A
 * single value is for every level. In a sheet of one level lists stay whole.
 */
export function atLevel(
  rule: ScopedRule,
  level: number,
  { isWhole }: { readonly isWhole: boolean },
): LevelRule | undefined {
  const levels = zIndexesOf(rule);
  const own = [...rule.properties.values()].filter(({ name }) => !isZIndex(name));
  if (levels === undefined)
    return {
      rule,
      properties: new Map(own.map((property) => [property.name, property])),
      kept: undefined,
    };
  const most = Math.max(1, ...own.map(({ values }) => values.length));
  const all = isWhole ? Array.from({ length: most }, () => levels[0]) : levels;
  const kept = [...all.keys()].filter((at) => all[at] === level);
  if (kept.length === 0) return undefined;
  const properties = new Map<string, Property>();
  for (const property of own) {
    const values = property.values.length === 1 ? property.values : pick(property.values, kept);
    if (values.length > 0 || property.values.length === 0)
      properties.set(property.name, { ...property, values });
  }
  return { rule, properties, kept };
}

function pick(values: readonly Value[], kept: readonly number[]): readonly Value[] {
  return kept.flatMap((at) => values[at] ?? []);
}

const ACTIVATING = ["fill", "stroke", "mark", "label", "raster-channels"];

/** Whether properties make a symbolizer. */
export function draws(properties: ReadonlyMap<string, Property>): boolean {
  return ACTIVATING.some((name) =>
    properties.get(name)?.values.some(({ type }) => type !== "none"),
  );
}

/** Whether properties mention symbolizers, even to disable them. */
export function speaksOfDrawing(properties: ReadonlyMap<string, Property>): boolean {
  return ACTIVATING.some((name) => properties.has(name));
}
