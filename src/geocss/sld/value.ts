/** Values as content of SLD elements. */
import type { XmlElementNode, XmlNode } from "../../wire/xml.ts";
import type { Value } from "../value.ts";
import { expressionNode, functionNode, literalNode } from "./expression.ts";
import { textNode } from "./nodes.ts";
import { partsOf } from "./source.ts";

/** Text, expressions, or mixed content. */
export function contentOf(value: Value): readonly XmlNode[] {
  const plain = plainText(value);
  if (plain !== undefined) return plain === "" ? [] : [textNode(plain)];
  if (value.type === "concatenation") return value.parts.flatMap((part) => contentOf(part));
  return [valueNode(value)];
}

type Of<Type extends Value["type"]> = Extract<Value, { readonly type: Type }>;

type Texts = {
  readonly [Type in Value["type"]]?: (value: Of<Type>) => string | undefined;
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
  composite: ({ parts }) => joined(parts, " "),
  concatenation: ({ parts }) => joined(parts, ""),
};

/** Undefined for a value with an expression. Adjacent values are separated by a blank. */
export function plainText(value: Value): string | undefined {
  const text = texts[value.type] as ((value: Value) => string | undefined) | undefined;
  return text?.(value);
}

function joined(parts: readonly Value[], separator: string): string | undefined {
  const texts = parts.map((part) => plainText(part));
  return texts.includes(undefined) ? undefined : texts.join(separator);
}

export function valueNode(value: Value): XmlElementNode {
  const nodes = (values: readonly Value[]) => values.map((one) => valueNode(one));
  const plain = plainText(value);
  if (plain !== undefined) return literalNode(plain);
  if (value.type === "expression") return expressionNode(value.expression);
  if (value.type === "environment") return environmentNode(value);
  if (value.type === "function") return functionNode(value.name, nodes(value.args));
  // A transformation has an effect only in the property of that name.
  if (value.type === "transform")
    return functionNode(value.name, nodes(value.parameters.flatMap(({ values }) => values)));
  return functionNode("Concatenate", nodes(partsOf(value)));
}

function environmentNode(value: Of<"environment">): XmlElementNode {
  const fallback = value.fallback === undefined ? [] : [valueNode(value.fallback)];
  return functionNode("env", [literalNode(value.name), ...fallback]);
}

/**
 * Percentages become fractions. Lengths on the ground (m, ft) keep their unit, which readers
 * understand; px and deg are dropped.
 */
function numberText({ value, unit }: Of<"number">): string {
  if (unit === "%") return String(value / 100);
  return unit === "m" || unit === "ft" ? `${value}${unit}` : String(value);
}
