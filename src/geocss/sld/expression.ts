/** Expressions as elements of filters. */
import type { Expression } from "../../model/filter.ts";
import type { XmlElementNode } from "../../wire/xml.ts";
import { geometryNode } from "./geometry.ts";
import { ogc, textNode, withAttributes } from "./nodes.ts";

const arithmetic = { "+": "Add", "-": "Sub", "*": "Mul", "/": "Div" } as const;

export function expressionNode(expression: Expression): XmlElementNode {
  switch (expression.type) {
    case "attribute":
      return ogc("PropertyName", textNode(expression.name));
    case "literal":
      return literalNode(String(expression.value));
    case "instant":
      return literalNode(new Date(expression.at).toISOString());
    case "geometry":
      return geometryNode(expression.geometry, expression.srid);
    case "function":
      return functionNode(expression.name, expression.args.map(expressionNode));
    case "arithmetic":
      break;
  }
  const { operator, left, right } = expression;
  return ogc(arithmetic[operator], expressionNode(left), expressionNode(right));
}

export function literalNode(text: string): XmlElementNode {
  return ogc("Literal", ...(text === "" ? [] : [textNode(text)]));
}

export function functionNode(name: string, args: readonly XmlElementNode[]): XmlElementNode {
  return withAttributes(ogc("Function", ...args), { name });
}
