/**
 * Makes the tree of a filter while its text is parsed, and refuses what the grammar cannot: a value
 * where a condition belongs, days that do not exist, numbers and lists beyond their bounds.
 */
import type { Expression, Filter } from "../../model/filter.ts";
import { conditionBuilder } from "./conditions.ts";
import { constantBuilder } from "./constants.ts";
import { geometryBuilder } from "./geometries.ts";
import type { Part, Reader } from "./part.ts";

type Operator = "+" | "-" | "*" | "/";

/** The name in a map request of a variable that style sheets may write shorter. */
export function variableName(written: string): string {
  return written === "sd" || written === "scale" ? "wms_scale_denominator" : written;
}

/** What the grammar calls. */
export type FilterBuilder = ReturnType<typeof filterBuilder>;

/** A builder that checks parts by `reader`, and ends the parsing by what the reader refuses with. */
export function filterBuilder(reader: Reader) {
  const { refuse } = reader;
  const at = (node: Expression | Filter, offset: number): Part => ({ node, at: offset });
  return {
    at,
    condition: reader.condition,
    value: reader.value,
    fail: (message: string, offset: number): never => refuse("syntax", message, offset),
    ...conditionBuilder(reader),
    ...constantBuilder(refuse),
    ...geometryBuilder(reader),

    /** The name is what is written, without the quotes around it or its parts. */
    attribute: (text: string, offset: number): Part =>
      at({ type: "attribute", name: text.replaceAll('"', "") }, offset),

    call: (name: string, args: readonly Part[], offset: number): Part =>
      at({ type: "function", name, args: args.map(reader.value) }, offset),

    /** `sd` and `scale` are what the map request calls wms_scale_denominator. */
    variable(written: string, fallback: Part | null, offset: number): Part {
      const name = variableName(written);
      const args: Expression[] = [{ type: "literal", value: name }];
      if (fallback !== null) args.push(reader.value(fallback));
      return at({ type: "function", name: "env", args }, offset);
    },

    /** From left to right. */
    arithmetic: (head: Part, tail: readonly (readonly [Operator, Part])[]): Part =>
      tail.reduce((left, [operator, right]) => {
        const operands = { left: reader.value(left), right: reader.value(right) };
        return at({ type: "arithmetic", operator, ...operands }, left.at);
      }, head),
  };
}
