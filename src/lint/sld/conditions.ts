/** Filters of styles, as far as it takes to find one that can never hold. */
import { nodeOf } from "../../geocss/solver/node.ts";
import { isImpossible } from "../../geocss/solver/simplify.ts";
import type { Comparison, Expression, Filter } from "../../model/filter.ts";
import { lint as limits } from "../../model/limits.ts";
import { canonicalElement } from "../../wire/canonical-xml.ts";
import {
  attributeNamed,
  childElements,
  trimmedText,
  type XmlElement,
} from "../../wire/xml-document.ts";

const comparisons: Readonly<Record<string, Comparison>> = {
  PropertyIsEqualTo: "=",
  PropertyIsNotEqualTo: "<>",
  PropertyIsLessThan: "<",
  PropertyIsLessThanOrEqualTo: "<=",
  PropertyIsGreaterThan: ">",
  PropertyIsGreaterThanOrEqualTo: ">=",
};

/** Ends the work on a filter that takes too much of it. */
class TooMuchError extends Error {
  constructor() {
    super("the filter takes too much work");
    this.name = "TooMuchError";
  }
}

/** Whether no feature can meet a filter; what is not known is taken to be possible. */
export function isNeverMet(filter: XmlElement): boolean {
  const [condition, ...others] = childElements(filter);
  if (condition === undefined || others.length > 0) return false;
  let left: number = limits.comparisons;
  const tick = (count = 1): void => {
    left -= count;
    if (left < 0) throw new TooMuchError();
  };
  try {
    return isImpossible(nodeOf(filterOf(condition)), { tick });
  } catch (error) {
    if (error instanceof TooMuchError) return false;
    throw error;
  }
}

/** The filter of an element. What is not looked into says something of its own, which may be true. */
function filterOf(element: XmlElement): Filter {
  const children = childElements(element);
  const [first] = children;
  switch (element.name) {
    case "And":
      return { type: "and", filters: children.map(filterOf) };
    case "Or":
      return { type: "or", filters: children.map(filterOf) };
    case "Not":
      return first === undefined ? unknown(element) : { type: "not", filter: filterOf(first) };
    case "PropertyIsNull": {
      const value = expressionOf(first);
      return value === undefined ? unknown(element) : { type: "is-null", value };
    }
    default:
      return comparisonOf(element, children) ?? unknown(element);
  }
}

function comparisonOf(
  element: XmlElement,
  [first, second]: readonly XmlElement[],
): Filter | undefined {
  const operator = comparisons[element.name];
  const [left, right] = [expressionOf(first), expressionOf(second)];
  if (operator === undefined || left === undefined || right === undefined) return undefined;
  if (attributeNamed(element, "matchCase") === "false") return undefined;
  return { type: "compare", operator, left, right };
}

/** A plain attribute or a constant. Paths lead to several values, of which each may meet a condition. */
function expressionOf(element: XmlElement | undefined): Expression | undefined {
  if (element === undefined) return undefined;
  const text = trimmedText(element);
  if (element.name === "Literal" && childElements(element).length === 0)
    return { type: "literal", value: element.content };
  const isPlain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text);
  return element.name === "PropertyName" && isPlain ? { type: "attribute", name: text } : undefined;
}

function unknown(element: XmlElement): Filter {
  return { type: "exists", attribute: canonicalElement(element) };
}
