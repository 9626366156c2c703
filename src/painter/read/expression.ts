/** Values in styles: texts, expressions, both in turn, and what stands between `${` and `}`. */
import { FilterError, type Expression } from "../../model/filter.ts";
import { parseExpression } from "../../wire/filter.ts";
import { attributeOf, elementsOf, isNamed, textOf, type Element } from "./element.ts";

const arithmetic: ReadonlyMap<string, "+" | "-" | "*" | "/"> = new Map([
  ["add", "+"],
  ["sub", "-"],
  ["mul", "*"],
  ["div", "/"],
] as const);

/**
 * The value that an element holds; undefined where it holds none. Texts are trimmed, and several parts are
 * joined with `separator` between them.
 */
export function contentOf(element: Element | undefined, separator = ""): Expression | undefined {
  if (element === undefined) return undefined;
  const parts = element.parts.flatMap((part): readonly Expression[] => {
    if (part.type === "element") return [expressionOf(part.element)];
    if (part.literal) return [literal(part.text)];
    const text = part.text.replaceAll(/\s+/g, " ").trim();
    return text === "" ? [] : templateOf(text);
  });
  return joined(parts, separator);
}

function joined(parts: readonly Expression[], separator: string): Expression | undefined {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return first;
  const between = separator === "" ? [] : [literal(separator)];
  const args = parts.flatMap((part, at) => (at === 0 ? [part] : [...between, part]));
  return { type: "function", name: "Concatenate", args };
}

/** A text as a value, with the expressions that stand in it between `${` and `}`. */
export function textValue(text: string): Expression {
  return joined(templateOf(text), "") ?? literal("");
}

function templateOf(text: string): readonly Expression[] {
  if (!text.includes("${")) return [literal(text)];
  return text
    .split(/(\$\{[^{}]*\})/)
    .filter((piece) => piece !== "")
    .map((piece) => (piece.startsWith("${") ? written(piece) : literal(piece)));
}

/** What stands between the brackets; the text itself where that is no expression. */
function written(piece: string): Expression {
  try {
    return parseExpression(piece.slice(2, -1));
  } catch (error) {
    if (error instanceof FilterError) return literal(piece);
    throw error;
  }
}

/** The value that an element of an expression stands for. */
export function expressionOf(element: Element): Expression {
  const name = element.name.toLowerCase();
  if (name === "literal") return literal(literalText(element));
  if (name === "propertyname" || name === "valuereference")
    return { type: "attribute", name: textOf(element) };
  const operator = arithmetic.get(name);
  if (operator !== undefined) {
    const [left = literal(""), right = literal("")] = elementsOf(element).map(expressionOf);
    return { type: "arithmetic", operator, left, right };
  }
  if (name === "function") {
    const called = attributeOf(element, "name") ?? "";
    return { type: "function", name: called, args: elementsOf(element).map(expressionOf) };
  }
  return functionOfElement(element);
}

/** Functions that Symbology Encoding has elements for, as GeoServer's functions of the same names. */
function functionOfElement(element: Element): Expression {
  const args = elementsOf(element).flatMap((child) => {
    const isPair = isNamed(child, "MapItem") || isNamed(child, "InterpolationPoint");
    const held = isPair ? elementsOf(child) : [child];
    return held.map((one) => (holdsValue(one) ? expressionOf(one) : valueIn(one)));
  });
  return { type: "function", name: element.name, args };
}

function valueIn(element: Element): Expression {
  return contentOf(element) ?? literal("");
}

function holdsValue({ name }: Element): boolean {
  return /^(?:Literal|PropertyName|ValueReference|Function|Add|Sub|Mul|Div)$/i.test(name);
}

/** A literal holds text as it is; elements in it, such as geometries, are named. */
function literalText(element: Element): string {
  const [inner] = elementsOf(element);
  if (inner !== undefined) return `<${inner.name}>`;
  const text = element.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return text.trim() === "" ? text : text.trim();
}

function literal(value: string): Expression {
  return { type: "literal", value };
}
