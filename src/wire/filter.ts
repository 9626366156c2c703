/** Parses ECQL filters by the grammar in filter.peggy. */
import { FilterError, type Expression, type Filter } from "../model/filter.ts";
import { filter as limits } from "../model/limits.ts";
import { parse, SyntaxError, type Expectation } from "./filter-grammar.js";
import { filterBuilder, type FilterBuilder } from "./filter/builder.ts";
import { findExcess } from "./filter/excess.ts";
import { lenientReader, readerOf, type Refuse } from "./filter/part.ts";

/** Language of a text: style sheets add variables and multiples. */
export type Manner = "granules" | "styles";

/** A blank text is a syntax error; names are not checked. Throws FilterError with the place. */
export function parseFilter(text: string, manner: Manner = "granules"): Filter {
  const refuse = refuserOf(text);
  checkText(text, refuse, "The filter is blank; INCLUDE stands for everything");
  const options = { startRule: "Filter", ofStyles: manner === "styles" } as const;
  const filter = read(text, refuse, (build) => parse(text, { build, ...options }));
  if (isDeeperThan(filter, limits.depth))
    refuse("bound", `The filter nests more than ${limits.depth} deep`, 0);
  return filter;
}

/** A value of a style sheet. Throws FilterError as `parseFilter` does. */
export function parseExpression(text: string): Expression {
  const refuse = refuserOf(text);
  checkText(text, refuse, "There is no value");
  const options = { startRule: "Expression", ofStyles: true } as const;
  const expression = read(text, refuse, (build) => parse(text, { build, ...options }));
  if (isDeeperThan(expression, limits.depth))
    refuse("bound", `The value nests more than ${limits.depth} deep`, 0);
  return expression;
}

function checkText(text: string, refuse: Refuse, blank: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    refuse("syntax", "The filter holds a character that no text can hold", 0);
  if (text.trim() === "") refuse("syntax", blank, 0);
  const excess = findExcess(text);
  if (excess !== undefined) refuse("bound", excess.message, excess.offset);
}

function refuserOf(text: string): Refuse {
  return (kind, message, offset) => {
    const before = text.slice(0, offset).split("\n");
    const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
    const whole = `${message} (line ${line}, column ${column})`;
    throw new FilterError(kind, whole, { offset, line, column });
  };
}

type Parse<Result> = (build: FilterBuilder) => Result;

function read<Result>(text: string, refuse: Refuse, parseWith: Parse<Result>): Result {
  try {
    return parseWith(filterBuilder(readerOf(refuse)));
  } catch (error) {
    // The grammar reads "a =" as a value; the error is after the sign.
    if (error instanceof FilterError && error.kind === "syntax") {
      const later = syntaxErrorOf(refuse, parseWith);
      if (later === undefined || later.location.start.offset <= (error.offset ?? 0)) throw error;
      return refuseSyntax(later, text, refuse);
    }
    if (error instanceof SyntaxError) return refuseSyntax(error, text, refuse);
    throw error;
  }
}

/** The syntax error of the text without checks of its parts. */
function syntaxErrorOf(refuse: Refuse, parseWith: Parse<unknown>): SyntaxError | undefined {
  try {
    parseWith(filterBuilder(lenientReader(refuse)));
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    if (!(error instanceof FilterError)) throw error;
  }
  return undefined;
}

function refuseSyntax(error: SyntaxError, text: string, refuse: Refuse): never {
  return refuse("syntax", messageOf(error, text), error.location.start.offset);
}

function messageOf({ expected, location }: SyntaxError, text: string): string {
  const rest = text.slice(location.start.offset);
  const found = rest === "" ? "the end of the filter" : wordAt(rest);
  return `Unexpected ${found}; expected ${expectations(expected ?? [])}`;
}

function wordAt(rest: string): string {
  const word = /^(?:\w{1,40}|[^\w\s]|\s)/u.exec(rest)?.[0] ?? "";
  return JSON.stringify(word);
}

const COMPARISONS = [
  ..."AFTER BEFORE BETWEEN DOES-NOT-EXIST DURING EXISTS ILIKE IN IS LIKE NOT TEQUALS".split(" "),
  "a comparison",
];

/** Summarizes long lists of alternatives. */
function expectations(expected: readonly Expectation[]): string {
  const words = new Set(expected.map(wordsOf));
  if (words.has("the name of an attribute")) return words.has("NOT") ? "a condition" : "a value";
  words.delete("a blank");
  if (words.has("a comparison")) {
    for (const word of COMPARISONS) words.delete(word);
    words.add("a comparison (=, LIKE, IN, BETWEEN, IS NULL, DURING, ...)");
  }
  const sorted = [...words].toSorted((a, b) => (a < b ? -1 : 1));
  if (sorted.length === 0) return "the end";
  return sorted.length === 1
    ? sorted.join("")
    : `${sorted.slice(0, -1).join(", ")} or ${sorted.at(-1)}`;
}

function wordsOf({ type, text, description }: Expectation): string {
  if (type === "end") return "the end";
  if (type === "literal") return JSON.stringify(text);
  return description ?? "another character";
}

type Node = Filter | Expression;

function isDeeperThan(filter: Node, depth: number): boolean {
  let level: readonly Node[] = [filter];
  for (let count = 0; level.length > 0; count++) {
    if (count > depth) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

/** Every member with a `type` is a node, except a geometry. */
function childrenOf(node: Node): readonly Node[] {
  return node.type === "geometry" ? [] : Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
