/** The scales at which a rule is drawn. */
import { painter as limits } from "../model/limits.ts";
import { scaleName } from "../wire/difference.ts";
import type { Rule, ScaleRange } from "./styling.ts";

const USUAL_SCALE = 25_000;

/** Factor for the scale of a range with a single bound. */
const BEYOND = 2;

/** Factor between the scales of a rule without bounds. */
const STEP = 4;

/** Scale denominators, the largest scale first. */
export function scalesOf(rule: Rule): readonly number[] {
  const middle = drawable(betweenBounds(rule.scale));
  if (!dependsOnScale(rule)) return [middle];
  const { min, max } = rule.scale;
  const [low, high] = [min > 0 ? min : middle / STEP, max < Infinity ? max : middle * STEP];
  if (!(low > 0 && high > low)) return [middle];
  // A bound itself may belong to another rule.
  return Array.from({ length: limits.bands }, (_none, at) => {
    const part = (at + 0.5) / limits.bands;
    return drawable(Math.round(low * (high / low) ** part));
  });
}

function drawable(denominator: number): number {
  return Math.min(limits.smallestScale, Math.max(limits.largestScale, denominator));
}

function betweenBounds({ min, max }: ScaleRange): number {
  const [hasMin, hasMax] = [min > 0, max < Infinity && max > 0];
  if (hasMin && hasMax) return Math.sqrt(min * max);
  if (hasMax) return max / BEYOND;
  return hasMin ? min * BEYOND : USUAL_SCALE;
}

/** Sizes on the ground and sizes computed from the scale depend on it. */
function dependsOnScale({ symbolizers }: Rule): boolean {
  return symbolizers.some((one) => one.unit !== "px" || mentions(one, "wms_scale_denominator"));
}

function mentions(value: unknown, word: string): boolean {
  if (value === word) return true;
  if (typeof value !== "object" || value === null) return false;
  const held =
    value instanceof Map ? [...(value.values() as Iterable<unknown>)] : Object.values(value);
  return held.some((one) => mentions(one, word));
}

/** A range of scales in words; "" for all. */
export function scaleWords({ min, max }: ScaleRange): string {
  const [from, to] = [wholeScale(min), wholeScale(max)];
  if (min > 0 && max < Infinity) return `${from} to ${to}`;
  if (max < Infinity) return `larger than ${to}`;
  return min > 0 ? `${from} and smaller` : "";
}

/** A scale, such as 1:25000, with a rounded denominator. */
export function wholeScale(denominator: number): string {
  return scaleName(Math.round(denominator));
}
