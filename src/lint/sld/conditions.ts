/** Finds filters of styles that can never hold. */
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

class TooMuchError extends Error {
  constructor() {
    super("the filter takes too much work");
    this.name = "TooMuchError";
  }
}

/** An undecided filter counts as possible. */
export function isNeverMet(filter: XmlElement): boolean {
  const [condition, ...others] = childElements(filter);
  if (condition === undefined || others.length > 0) return false;
  let left: number = limits.comparisons;
  const tick = (count = 1): void => {
    left -= count;
    if (left < 0) throw new TooMuchError();
  };
  try {
    return isImpossible(nodeOf(readFilter(condition)), { tick });
  } catch (error) {
    if (error instanceof TooMuchError) return false;
    throw error;
  }
}

/** Elements that are not analysed become conditions of their own. */
function readFilter(element: XmlElement): Filter {
  const unknowns: XmlElement[] = [];
  const filter = filterOf(element, (unknown) => String(unknowns.push(unknown)));
  if (unknowns.length < 2) return filter;
  // Equal elements become equal conditions. Comparing them costs more than the rest.
  return filterOf(element, canonicalElement);
}

/** Names a condition that is not analysed. */
type NameOf = (unknown: XmlElement) => string;

function filterOf(element: XmlElement, nameOf: NameOf): Filter {
  const unknown = (): Filter => ({ type: "exists", attribute: nameOf(element) });
  const inner = (child: XmlElement) => filterOf(child, nameOf);
  const children = childElements(element);
  const [first] = children;
  const { name } = element;
  switch (name) {
    case "And":
      return { type: "and", filters: children.map(inner) };
    case "Or":
      return { type: "or", filters: children.map(inner) };
    case "Not":
      return first === undefined ? unknown() : { type: "not", filter: inner(first) };
    case "PropertyIsNull": {
      const value = expressionOf(first);
      return value === undefined ? unknown() : { type: "is-null", value };
    }
    default:
      return comparisonOf(element, comparisons[name], children) ?? unknown();
  }
}

function comparisonOf(
  element: XmlElement,
  operator: Comparison | undefined,
  [first, second]: readonly XmlElement[],
): Filter | undefined {
  if (operator === undefined) return undefined;
  const [left, right] = [expressionOf(first), expressionOf(second)];
  if (left === undefined || right === undefined) return undefined;
  if (attributeNamed(element, "matchCase") === "false") return undefined;
  return { type: "compare", operator, left, right };
}

const PLAIN = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Paths lead to several values, each of which may fulfil a condition, so they are excluded. */
function expressionOf(element: XmlElement | undefined): Expression | undefined {
  if (element === undefined) return undefined;
  switch (element.name) {
    case "Literal":
      if (childElements(element).length > 0) return undefined;
      return { type: "literal", value: element.content };
    case "PropertyName": {
      const name = trimmedText(element);
      return PLAIN.test(name) ? { type: "attribute", name } : undefined;
    }
    default:
      return undefined;
  }
}
