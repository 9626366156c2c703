/** Reads values: texts, expressions, mixed content, and `${…}` templates. */
import { FilterError, type Expression } from "../../model/filter.ts";
import { parseExpression } from "../../wire/filter.ts";
import { attributeOf, elementsOf, isNamed, textOf, type Element } from "./element.ts";

const arithmetic: ReadonlyMap<string, "+" | "-" | "*" | "/"> = new Map([
  ["add", "+"],
  ["sub", "-"],
  ["mul", "*"],
  ["div", "/"],
] as const);

/** Undefined for empty content. Texts are trimmed; several parts are joined with `separator`. */
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

/** Parses the `${…}` expressions of a text. */
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

/** Keeps the text where it is no expression. */
function written(piece: string): Expression {
  try {
    return parseExpression(piece.slice(2, -1));
  } catch (error) {
    if (error instanceof FilterError) return literal(piece);
    throw error;
  }
}

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

/** GeoServer has functions of the same names as these elements of Symbology Encoding. */
function functionOfElement(element: Element): Expression {
  const args = elementsOf(element).flatMap((child) => {
    const isPair = isNamed(child, "MapItem") || isNamed(child, "InterpolationPoint");
    const held = isPair ? elementsOf(child) : [child];
    return held.map((one) =>
      holdsValue(one) ? expressionOf(one) : (contentOf(one) ?? literal("")),
    );
  });
  return { type: "function", name: element.name, args };
}

function holdsValue({ name }: Element): boolean {
  return /^(?:Literal|PropertyName|ValueReference|Function|Add|Sub|Mul|Div)$/i.test(name);
}

/** An inner element, such as a geometry, is replaced by its name. */
function literalText(element: Element): string {
  const [inner] = elementsOf(element);
  if (inner !== undefined) return `<${inner.name}>`;
  const text = element.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return text.trim() === "" ? text : text.trim();
}

function literal(value: string): Expression {
  return { type: "literal", value };
}
