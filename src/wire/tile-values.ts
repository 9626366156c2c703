/** Numbers and texts as the tile cache writes them. */
import { asList, member, textOf, wholeText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

/** Texts of the elements of a list; a list of JSON may be flat. */
export function textsIn(tree: Tree | undefined, element: string): readonly string[] {
  const flat = Array.isArray(tree) ? (tree as readonly Tree[]) : asList(member(tree, element));
  return flat.map((one) => wholeText(one) ?? "");
}

/** The same of names and choices. */
export function wordsIn(tree: Tree | undefined, element: string): readonly string[] {
  return textsIn(tree, element).map((text) => text.trim());
}

/** Numbers of the elements of a list. Throws WireError. */
export function numbersIn(tree: Tree | undefined, element: string): readonly number[] {
  return wordsIn(tree, element).map((text) => numberOf(text, element));
}

/** The number of a member; undefined where it is not there. Throws WireError. */
export function numberIn(tree: Tree | undefined, name: string): number | undefined {
  const text = textOf(member(tree, name));
  return text === undefined ? undefined : numberOf(text, name);
}

function numberOf(text: string, name: string): number {
  const number = Number(text);
  if (text !== "" && Number.isFinite(number)) return number;
  throw new WireError("meaningless", `${name} must be a number, not ${JSON.stringify(text)}`);
}

/** The whole number of a member; undefined where it is not there. Throws WireError. */
export function wholeIn(tree: Tree | undefined, name: string): number | undefined {
  const number = numberIn(tree, name);
  if (number === undefined || Number.isInteger(number)) return number;
  throw new WireError("meaningless", `${name} must be a whole number, not ${number}`);
}
