/** Regular expressions of a program, found in its text by a parser. */
import { parseAst } from "rolldown/parseAst";
import { textOf } from "./sources.ts";

/** A regular expression as it is written. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** Whether it goes on where it has matched: all matches of a text are looked for. */
  readonly isRepeated: boolean;
  /** File and line. */
  readonly at: string;
}

/** The literals of a file, and the calls of `RegExp` with their arguments, as texts. */
export interface FoundExpressions {
  readonly literals: readonly Expression[];
  readonly calls: readonly string[];
}

/** Reads a file of the project, of TypeScript or JavaScript. */
export function expressionsOf(file: string): FoundExpressions {
  const text = textOf(file);
  const literals: Expression[] = [];
  const calls: string[] = [];
  const visit = (node: unknown, parent: Node | undefined): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, parent);
    if (!isNode(node)) return;
    if (isLiteral(node)) {
      const { pattern: source, flags } = node.regex;
      const at = `${file}:${text.slice(0, node.start).split("\n").length}`;
      literals.push({ source, flags, isRepeated: isRepeated(flags, node, parent), at });
    }
    if (isCall(node) && node.callee.name === "RegExp") calls.push(text.slice(node.start, node.end));
    for (const value of Object.values(node)) visit(value, node);
  };
  visit(
    parseAst(text, { lang: file.endsWith(".ts") ? "ts" : "js", sourceType: "module" }),
    undefined,
  );
  return { literals, calls };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && "type" in value && !(value instanceof RegExp)
  );
}

interface Literal extends Node {
  readonly regex: { readonly pattern: string; readonly flags: string };
}

function isLiteral(node: Node): node is Literal {
  return node.type === "Literal" && "regex" in node;
}

interface Call extends Node {
  readonly callee: {
    readonly name?: string;
    readonly property?: { readonly name?: string };
  };
  readonly arguments: readonly unknown[];
}

function isCall(node: Node | undefined): node is Call {
  return node?.type === "CallExpression" || node?.type === "NewExpression";
}

function isRepeated(flags: string, literal: Literal, parent: Node | undefined): boolean {
  const isSplit = isCall(parent) && parent.callee.property?.name === "split";
  return /[gy]/.test(flags) || (isSplit && parent.arguments.includes(literal));
}
