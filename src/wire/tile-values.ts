/** Reads numbers, texts and lists of tile cache documents; a JSON list may be flat. */
import { asList, member, textOf, wholeText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

function elementsIn(tree: Tree | undefined, element: string): readonly Tree[] {
  return asList(Array.isArray(tree) ? tree : member(tree, element));
}

/** Texts of a list's elements. */
export function textsIn(tree: Tree | undefined, element: string): readonly string[] {
  return elementsIn(tree, element).map((one) => wholeText(one) ?? "");
}

/** As `textsIn`, trimmed. */
export function wordsIn(tree: Tree | undefined, element: string): readonly string[] {
  return textsIn(tree, element).map((text) => text.trim());
}

/** Throws WireError. */
export function numbersIn(tree: Tree | undefined, element: string): readonly number[] {
  return wordsIn(tree, element).map((text) => numberOf(text, element));
}

/** Undefined for a missing member. Throws WireError. */
export function numberIn(tree: Tree | undefined, name: string): number | undefined {
  const text = textOf(member(tree, name));
  return text === undefined ? undefined : numberOf(text, name);
}

/** Undefined for a missing or empty member. Throws WireError. */
export function filledNumberIn(tree: Tree | undefined, name: string): number | undefined {
  return textOf(member(tree, name)) === "" ? undefined : numberIn(tree, name);
}

/** Undefined for a missing list. */
export function listIn(
  tree: Tree | undefined,
  name: string,
  element: string,
): readonly Tree[] | undefined {
  const list = member(tree, name);
  return list === undefined || list === null ? undefined : elementsIn(list, element);
}

/** Undefined for a missing list. Throws WireError. */
export function numberListIn(tree: Tree | undefined, name: string): readonly number[] | undefined {
  return listIn(tree, name, "double")?.map((one) => numberOf(textOf(one) ?? "", name));
}

function numberOf(text: string, name: string): number {
  const number = Number(text);
  if (text !== "" && Number.isFinite(number)) return number;
  throw new WireError("meaningless", `${name} must be a number, not ${JSON.stringify(text)}`);
}

/** Undefined for a missing member. Throws WireError. */
export function wholeIn(tree: Tree | undefined, name: string): number | undefined {
  const number = numberIn(tree, name);
  if (number === undefined || Number.isInteger(number)) return number;
  throw new WireError("meaningless", `${name} must be a whole number, not ${number}`);
}
