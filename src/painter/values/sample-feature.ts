/** The sample feature that a rule is drawn for. */
import type { Rule } from "../styling.ts";
import { sampleFor } from "./sample.ts";
import type { Scope, Value } from "./scope.ts";
import type { Variant } from "./variants.ts";

/** Fulfils the condition of the rule and holds the value of the variant. */
export function sampleOf({ condition }: Rule, variant: Variant | undefined): Scope["attributes"] {
  const isAsked = condition !== undefined && condition !== "else";
  const sample = isAsked ? sampleFor(condition) : new Map<string, Value | null>();
  if (variant === undefined || sample.has(variant.attribute)) return sample;
  return new Map([...sample, [variant.attribute, variant.value]]);
}
