/** Builds the conditions that are not spatial. */
import type { Comparison, Filter, Period, TemporalRelation } from "../../model/filter.ts";
import { filter as limits } from "../../model/limits.ts";
import type { Part, Reader, Refuse } from "./part.ts";
import { withoutEnd } from "../../model/trim.ts";

/** A LIKE pattern with its offset. */
export interface Pattern {
  readonly value: string;
  readonly at: number;
}

function checkPattern({ value, at }: Pattern, refuse: Refuse): void {
  if (Array.from(value).length > limits.likeCharacters)
    refuse("bound", `The pattern has more than ${limits.likeCharacters} characters`, at);
  const escapes = value.length - withoutEnd(value, "\\").length;
  if (escapes % 2 === 1)
    refuse("syntax", "The pattern ends in a single \\; write \\\\ for the sign itself", at);
}

function negated(filter: Filter, isNegated: boolean): Filter {
  return isNegated ? { type: "not", filter } : filter;
}

export function conditionBuilder({ value, condition, refuse }: Reader) {
  const at = (node: Filter, offset: number): Part => ({ node, at: offset });

  return {
    /** A single part is returned unchanged, be it a value or a condition. */
    junction(type: "and" | "or", parts: readonly [Part, ...Part[]]): Part {
      const [first] = parts;
      if (parts.length === 1) return first;
      return at({ type, filters: parts.map(condition) }, first.at);
    },

    not: (part: Part, offset: number): Part => at({ type: "not", filter: condition(part) }, offset),

    compare: (operator: Comparison, left: Part, right: Part): Part =>
      at({ type: "compare", operator, left: value(left), right: value(right) }, left.at),

    between(part: Part, range: { low: Part; high: Part }, isNegated: boolean): Part {
      const [low, high] = [value(range.low), value(range.high)];
      return at(negated({ type: "between", value: value(part), low, high }, isNegated), part.at);
    },

    like(part: Part, pattern: Pattern, manner: { isNegated: boolean; ignoreCase: boolean }): Part {
      checkPattern(pattern, refuse);
      const { isNegated, ignoreCase } = manner;
      const like = {
        type: "like",
        value: value(part),
        pattern: pattern.value,
        ignoreCase,
      } as const;
      return at(negated(like, isNegated), part.at);
    },

    oneOf(part: Part, parts: readonly Part[], isNegated: boolean): Part {
      if (parts.length > limits.options)
        refuse("bound", `IN has more than ${limits.options} values`, part.at);
      const options = parts.map(value);
      return at(negated({ type: "in", value: value(part), options }, isNegated), part.at);
    },

    ids(ids: readonly string[], offset: number): Part {
      if (ids.length > limits.options)
        refuse("bound", `IN has more than ${limits.options} values`, offset);
      return at({ type: "ids", ids }, offset);
    },

    isNull: (part: Part, isNegated: boolean): Part =>
      at(negated({ type: "is-null", value: value(part) }, isNegated), part.at),

    exists(part: Part, isNegated: boolean): Part {
      const { node } = part;
      if (node.type !== "attribute")
        return refuse("syntax", "Only an attribute exists or does not", part.at);
      return at(negated({ type: "exists", attribute: node.name }, isNegated), part.at);
    },

    temporal: (part: Part, relation: { relation: TemporalRelation; time: Period }): Part =>
      at({ type: "temporal", value: value(part), ...relation }, part.at),
  };
}
