/** Reads conditions of rules. An unknown condition becomes a predicate with its name. */
import type { Comparison, Expression, Filter } from "../../model/filter.ts";
import { attributeOf, elementsOf, firstNamed, textOf, type Element } from "./element.ts";
import { contentOf, expressionOf } from "./expression.ts";

const comparisons: ReadonlyMap<string, Comparison> = new Map<string, Comparison>([
  ["propertyisequalto", "="],
  ["propertyisnotequalto", "<>"],
  ["propertyislessthan", "<"],
  ["propertyislessthanorequalto", "<="],
  ["propertyisgreaterthan", ">"],
  ["propertyisgreaterthanorequalto", ">="],
]);

/** The condition of a filter; the last where it holds several. */
export function filterOf(element: Element): Filter {
  const conditions = elementsOf(element).map(conditionOf);
  const ids = conditions.flatMap((one) => (one.type === "ids" ? one.ids : []));
  if (ids.length > 0) return { type: "ids", ids };
  return conditions.at(-1) ?? { type: "include" };
}

function conditionOf(element: Element): Filter {
  const name = element.name.toLowerCase();
  const children = elementsOf(element);
  if (name === "and" || name === "or") return { type: name, filters: children.map(conditionOf) };
  if (name === "not") {
    const [negated] = children;
    return negated === undefined
      ? { type: "include" }
      : { type: "not", filter: conditionOf(negated) };
  }
  return (
    comparisonOf(name, element, children) ??
    otherOf(name, element, children) ??
    predicateOf(element, children)
  );
}

function comparisonOf(
  name: string,
  element: Element,
  [first, second]: readonly Element[],
): Filter | undefined {
  const operator = comparisons.get(name);
  if (operator === undefined || first === undefined || second === undefined) return undefined;
  const [left, right] = [expressionOf(first), expressionOf(second)];
  const isLoose = attributeOf(element, "matchCase") === "false" && right.type === "literal";
  if (operator === "=" && isLoose && !/[%_\\]/.test(String(right.value)))
    return { type: "like", value: left, pattern: String(right.value), ignoreCase: true };
  return { type: "compare", operator, left, right };
}

function otherOf(name: string, element: Element, children: readonly Element[]): Filter | undefined {
  const [first] = children;
  if (name === "featureid" || name === "gmlobjectid" || name === "resourceid")
    return { type: "ids", ids: [attributeOf(element, "fid") ?? attributeOf(element, "rid") ?? ""] };
  if (first === undefined) return undefined;
  if (name === "propertyisnull" || name === "propertyisnil")
    return { type: "is-null", value: expressionOf(first) };
  if (name === "propertyisbetween") {
    const bound = (which: string): Expression =>
      contentOf(firstNamed(element, which)) ?? { type: "literal", value: "" };
    const [low, high] = [bound("LowerBoundary"), bound("UpperBoundary")];
    return { type: "between", value: expressionOf(first), low, high };
  }
  if (name !== "propertyislike") return undefined;
  const ignoreCase = attributeOf(element, "matchCase") === "false";
  const pattern = patternOf(element, textOf(children[1]));
  return { type: "like", value: expressionOf(first), pattern, ignoreCase };
}

/** Translates the wildcards that the element declares to `%`, `_` and `\`. */
function patternOf(element: Element, text: string): string {
  const sign = (name: string, usual: string): string => attributeOf(element, name) ?? usual;
  const escape = attributeOf(element, "escapeChar") ?? sign("escape", "\\");
  const [any, one] = [sign("wildCard", "*"), sign("singleChar", "?")];
  let pattern = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === escape) pattern += plain(text.charAt(++at));
    else if (letter === any) pattern += "%";
    else pattern += letter === one ? "_" : plain(letter);
  }
  return pattern;
}

function plain(letter: string): string {
  return /[%_\\]/.test(letter) ? `\\${letter}` : letter;
}

function predicateOf(element: Element, children: readonly Element[]): Filter {
  const called = /^function$/i.test(element.name) ? attributeOf(element, "name") : undefined;
  const name = called ?? element.name;
  return { type: "predicate", call: { type: "function", name, args: children.map(expressionOf) } };
}
