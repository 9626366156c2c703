/**
 * Builds the filter tree during parsing. Rejects what the grammar cannot: values in place of
 * conditions, invalid dates, and numbers and lists beyond their limits.
 */
import type { Expression, Filter } from "../../model/filter.ts";
import { conditionBuilder } from "./conditions.ts";
import { constantBuilder } from "./constants.ts";
import { geometryBuilder } from "./geometries.ts";
import type { Part, Reader } from "./part.ts";

type Operator = "+" | "-" | "*" | "/";

/** Map request name of a variable that style sheets may abbreviate. */
export function variableName(written: string): string {
  return written === "sd" || written === "scale" ? "wms_scale_denominator" : written;
}

/** The functions that the grammar calls. */
export type FilterBuilder = ReturnType<typeof filterBuilder>;

/** `reader` checks the parts; its `refuse` ends the parsing. */
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

    /** The name without quotes. */
    attribute: (text: string, offset: number): Part =>
      at({ type: "attribute", name: text.replaceAll('"', "") }, offset),

    call: (name: string, args: readonly Part[], offset: number): Part =>
      at({ type: "function", name, args: args.map(reader.value) }, offset),

    variable(written: string, fallback: Part | null, offset: number): Part {
      const name = variableName(written);
      const args: Expression[] = [{ type: "literal", value: name }];
      if (fallback !== null) args.push(reader.value(fallback));
      return at({ type: "function", name: "env", args }, offset);
    },

    /** Left-associative. */
    arithmetic: (head: Part, tail: readonly (readonly [Operator, Part])[]): Part =>
      tail.reduce((left, [operator, right]) => {
        const operands = { left: reader.value(left), right: reader.value(right) };
        return at({ type: "arithmetic", operator, ...operands }, left.at);
      }, head),
  };
}
