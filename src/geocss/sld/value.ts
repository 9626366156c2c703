/** Values of properties as contents of SLD elements. */
import type { XmlElementNode, XmlNode } from "../../wire/xml.ts";
import type { Value } from "../value.ts";
import { expressionNode, functionNode, literalNode } from "./expression.ts";
import { textNode } from "./nodes.ts";
import { partsOf, type LengthUnit } from "./source.ts";

/** What an element holds for a value: text, expressions, or both in turn. */
export function contentOf(value: Value, unit: LengthUnit | undefined): readonly XmlNode[] {
  const plain = plainText(value, unit);
  if (plain !== undefined) return plain === "" ? [] : [textNode(plain)];
  if (value.type === "concatenation") return value.parts.flatMap((part) => contentOf(part, unit));
  return [valueNode(value, unit)];
}

type Of<Type extends Value["type"]> = Extract<Value, { readonly type: Type }>;

type Texts = {
  readonly [Type in Value["type"]]?: (
    value: Of<Type>,
    unit: LengthUnit | undefined,
  ) => string | undefined;
};

const texts: Texts = {
  none: () => "none",
  identifier: ({ name }) => name,
  symbol: ({ name }) => name,
  text: ({ text }) => text,
  number: numberText,
  colour: ({ hex }) => hex,
  url: ({ url }) => url,
  expression: ({ expression }) =>
    expression.type === "literal" ? String(expression.value) : undefined,
  composite: ({ parts }, unit) => joined(parts, unit, " "),
  concatenation: ({ parts }, unit) => joined(parts, unit, ""),
};

/** The text of a value that holds no expression; values beside each other have a blank between. */
export function plainText(value: Value, unit: LengthUnit | undefined): string | undefined {
  // Every text is that of the values that it stands for.
  const text = texts[value.type] as
    | ((value: Value, unit: LengthUnit | undefined) => string | undefined)
    | undefined;
  return text?.(value, unit);
}

function joined(
  parts: readonly Value[],
  unit: LengthUnit | undefined,
  separator: string,
): string | undefined {
  const texts = parts.map((part) => plainText(part, unit));
  return texts.includes(undefined) ? undefined : texts.join(separator);
}

/** One expression for a value. */
export function valueNode(value: Value, unit: LengthUnit | undefined): XmlElementNode {
  const nodes = (values: readonly Value[]) => values.map((one) => valueNode(one, unit));
  const plain = plainText(value, unit);
  if (plain !== undefined) return literalNode(plain);
  if (value.type === "expression") return expressionNode(value.expression);
  if (value.type === "environment") return environmentNode(value);
  if (value.type === "function") return functionNode(value.name, nodes(value.args));
  // The call of a transformation means nothing but in the property of that name.
  if (value.type === "transform")
    return functionNode(value.name, nodes(value.parameters.flatMap(({ values }) => values)));
  return functionNode("Concatenate", nodes(partsOf(value)));
}

/** `@sd` and `@scale` are the denominator that a map server knows under a name of its own. */
function environmentNode(value: Of<"environment">): XmlElementNode {
  const isScale = value.name === "sd" || value.name === "scale";
  const name = isScale ? "wms_scale_denominator" : value.name;
  const fallback = value.fallback === undefined ? [] : [valueNode(value.fallback, undefined)];
  return functionNode("env", [literalNode(name), ...fallback]);
}

/**
 * A number: percentages as parts of 1; a unit only where it is not the one of the symbolizer,
 * because readers of this family understand a length with its unit.
 */
function numberText({ value, unit: own }: Of<"number">, unit: LengthUnit | undefined): string {
  if (own === "%") return String(value / 100);
  if (own === undefined || own === "deg" || own === unit) return String(value);
  return own === "px" && unit === undefined ? String(value) : `${value}${own}`;
}
