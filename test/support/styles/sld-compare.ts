/** Compares two styles: as models, and by what they draw. */
import { isDeepStrictEqual } from "node:util";
import { featuresOf, scalesOf } from "./sld-features.ts";
import { holds, isRecord, type Feature } from "./sld-filter.ts";
import type { SldLevel, SldRule, SldStyle } from "./sld-model.ts";
import type { Json } from "./sld-values.ts";

/**
 * How alike two styles are: equal as models, but for the order of rules where it does not count;
 * the same symbolizers in the same order wherever they were tried; or different.
 */
export type Likeness =
  | { readonly kind: "equal" }
  | { readonly kind: "meaning"; readonly because: string }
  | { readonly kind: "different"; readonly because: string };

/** Compares what came with what was expected. */
export function compareStyles(actual: SldStyle, expected: SldStyle): Likeness {
  const shape = differenceOfModels(actual, expected);
  if (shape === undefined && isSameOrder(actual, expected)) return { kind: "equal" };
  const drawn = differenceOfDrawing(actual, expected);
  if (drawn !== undefined) return { kind: "different", because: `${shape ?? ""}; ${drawn}` };
  return shape === undefined ? { kind: "equal" } : { kind: "meaning", because: shape };
}

/** What differs between two models, but for the order of their rules. */
function differenceOfModels(actual: SldStyle, expected: SldStyle): string | undefined {
  const differences = actual.levels.map((level, at) => {
    const other = expected.levels[at];
    return other === undefined ? undefined : differenceOfRules(level, other);
  });
  return differenceOfFrames(actual, expected) ?? differences.find(Boolean);
}

/** What differs around the rules. */
function differenceOfFrames(actual: SldStyle, expected: SldStyle): string | undefined {
  const frames = ({ background, levels }: SldStyle): Json => ({
    background,
    levels: levels.map(({ typeName, transformation, options }) => ({
      typeName,
      transformation,
      options,
    })),
  });
  const [one, other] = [textOf(frames(actual)), textOf(frames(expected))];
  return one === other ? undefined : `${one}, not ${other}`;
}

function differenceOfRules(actual: SldLevel, expected: SldLevel): string | undefined {
  if (actual.firstOnly !== expected.firstOnly)
    return actual.firstOnly ? "only the first rule draws" : "all rules draw";
  const [rules, others] = [actual.rules.map(ruleText), expected.rules.map(ruleText)];
  const [surplus, missing] = [without(rules, others), without(others, rules)];
  if (surplus.length === 0 && missing.length === 0) return undefined;
  return (
    `${rules.length} rules, ${others.length} expected; ` +
    `unexpected: ${surplus.length}, first ${surplus[0] ?? "none"}; ` +
    `missing: ${missing.length}, first ${missing[0] ?? "none"}`
  );
}

function isSameOrder(actual: SldStyle, expected: SldStyle): boolean {
  return actual.levels.every(({ rules }, at) =>
    isDeepStrictEqual(rules.map(ruleText), expected.levels[at]?.rules.map(ruleText)),
  );
}

/** What is in a list more often than in another. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function ruleText(rule: SldRule): string {
  const { min, max, filter = null, ...others } = rule;
  const scale = `${min}..${max}`;
  return textOf({ ...others, scale, filter: filter as unknown as Json });
}

/** JSON with its members in order. */
function textOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${textOf(value[name] ?? null)}`).join(",")}}`;
}

/** In which respects drawings may differ. */
export interface Allowances {
  /** An outline may be part of a polygon, or a line after it. */
  readonly outlines?: boolean;
  /** What is drawn several times, on whatever levels, counts once. */
  readonly repeats?: boolean;
  /** Features that are passed over at a scale. */
  readonly except?: (feature: Feature, scale: number) => boolean;
}

/** Where two styles draw different things, level by level; undefined if nowhere that was tried. */
export function differenceOfDrawing(
  actual: SldStyle,
  expected: SldStyle,
  allowances: Allowances = {},
): string | undefined {
  const frame = differenceOfFrames(actual, expected);
  if (frame !== undefined && allowances.repeats !== true) return frame;
  const features = featuresOf([actual, expected]);
  for (const scale of scalesOf([actual, expected])) {
    const [one, other] = [
      levelsAt(actual, scale, allowances),
      levelsAt(expected, scale, allowances),
    ];
    for (const feature of features) {
      if (allowances.except?.(feature, scale) === true) continue;
      const [drawn, wanted] = [draw(one, feature, allowances), draw(other, feature, allowances)];
      if (drawn === wanted) continue;
      const which = JSON.stringify(Object.fromEntries(feature));
      return `at 1:${scale} for ${which} draws ${drawn}, not ${wanted}`;
    }
  }
  return undefined;
}

interface DrawnLevel {
  readonly firstOnly: boolean;
  readonly rules: readonly {
    readonly filter: SldRule["filter"];
    readonly drawn: readonly string[];
  }[];
}

/** Levels with the rules that hold at a scale, lower bound included and upper bound not. */
function levelsAt(
  { levels }: SldStyle,
  scale: number,
  { outlines = false }: Allowances,
): readonly DrawnLevel[] {
  return levels.map(({ firstOnly, rules }) => ({
    firstOnly,
    rules: rules
      .filter(({ min, max }) => scale >= min && scale < max)
      .map(({ filter, symbolizers }) => ({
        filter,
        drawn: (outlines ? symbolizers.flatMap(withoutOutline) : symbolizers).map(textOf),
      })),
  }));
}

/** A polygon without its outline, and the outline as a line. */
function withoutOutline(symbolizer: Json): readonly Json[] {
  if (!isRecord(symbolizer) || symbolizer["symbolizer"] !== "PolygonSymbolizer")
    return [symbolizer];
  const { stroke = null, geometry = null, uom = "" } = symbolizer;
  if (stroke === null) return [symbolizer];
  const line = { symbolizer: "LineSymbolizer", uom, geometry, options: {}, stroke, offset: 0 };
  return [{ ...symbolizer, stroke: null }, line];
}

function draw(
  levels: readonly DrawnLevel[],
  feature: Feature,
  { repeats = false }: Allowances,
): string {
  const drawn = levels.map(({ firstOnly, rules }) => {
    const matching = rules.filter(({ filter }) => filter === undefined || holds(filter, feature));
    return (firstOnly ? matching.slice(0, 1) : matching).flatMap((rule) => rule.drawn);
  });
  if (repeats) return [...new Set(drawn.flat())].join(" ");
  return drawn.map((texts) => texts.join(" ")).join(" / ");
}
