/** Reading an element part by part, so that what nobody asked for can be told. */
import type { Expression } from "../../model/filter.ts";
import { withoutPasswords } from "../../wire/difference.ts";
import type { Pair } from "../styling.ts";
import { allNamed, attributeOf, elementsOf, textOf, type Element } from "./element.ts";
import { contentOf } from "./expression.ts";

/** An element that is being read. */
export interface Reading {
  readonly element: Element;
  /** The first element of a name. */
  readonly take: (name: string) => Element | undefined;
  /** All elements of a name. */
  readonly takeAll: (name: string) => readonly Element[];
  /** The value of the first element of a name. */
  readonly value: (name: string) => Expression | undefined;
  /** The value of a parameter, CssParameter or SvgParameter; with several values what is between them. */
  readonly parameter: (name: string, separator?: string) => Expression | undefined;
  /** All values of a parameter that may be given again. */
  readonly parameters: (name: string) => readonly Expression[];
}

/** Reads an element and adds what was not asked for to `unread`, in words. */
export function read<Result>(
  element: Element,
  unread: string[],
  work: (reading: Reading) => Result,
): Result {
  const taken = new Set<Element>();
  // Some ask for the name of each part; not all parts are looked through for each.
  const known = new Map<string, readonly Element[]>();
  const takeAll = (name: string): readonly Element[] => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = allNamed(element, name);
    known.set(name, found);
    for (const one of found) taken.add(one);
    return found;
  };
  const parametersNamed = (name: string): readonly Element[] => {
    const found = elementsOf(element).filter(
      (one) => isParameter(one) && attributeOf(one, "name")?.toLowerCase() === name,
    );
    for (const one of found) taken.add(one);
    return found;
  };
  const result = work({
    element,
    take: (name) => takeAll(name)[0],
    takeAll,
    value: (name) => contentOf(takeAll(name)[0]),
    parameter: (name, separator) => contentOf(parametersNamed(name).at(-1), separator),
    parameters: (name) => parametersNamed(name).flatMap((one) => contentOf(one) ?? []),
  });
  for (const one of elementsOf(element)) if (!taken.has(one)) unread.push(wordsOf(one));
  return result;
}

function isParameter({ name }: Element): boolean {
  return /^(?:Css|Svg)Parameter$/i.test(name);
}

/** An element that is not looked into, in words, without the passwords of its addresses. */
export function wordsOf(element: Element): string {
  const name = isParameter(element) ? "" : element.name;
  const own = [...element.attributes.values()];
  const words = [name, ...own, textOf(element)].filter((word) => word !== "");
  return withoutPasswords(words.join(" "));
}

/** Two coordinates, such as those of an anchor. */
export function pairIn(
  element: Element | undefined,
  [x, y]: readonly [string, string],
  unread: string[],
): Pair | undefined {
  if (element === undefined) return undefined;
  return read(element, unread, ({ value }) => ({ x: value(x), y: value(y) }));
}

/** Where the anchor of something is. */
export const anchorNames = ["AnchorPointX", "AnchorPointY"] as const;

/** How far something is moved. */
export const displacementNames = ["DisplacementX", "DisplacementY"] as const;
