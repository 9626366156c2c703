/** Reads an element part by part, and records unread parts. */
import type { Expression } from "../../model/filter.ts";
import { withoutPasswords } from "../../wire/difference.ts";
import type { Pair } from "../styling.ts";
import { allNamed, attributeOf, elementsOf, textOf, type Element } from "./element.ts";
import { contentOf } from "./expression.ts";

export interface Reading {
  readonly element: Element;
  readonly take: (name: string) => Element | undefined;
  readonly takeAll: (name: string) => readonly Element[];
  readonly value: (name: string) => Expression | undefined;
  /** A CssParameter or SvgParameter; `separator` joins its parts. */
  readonly parameter: (name: string, separator?: string) => Expression | undefined;
  readonly parameters: (name: string) => readonly Expression[];
}

/** Reads an element, and describes its unread parts in `unread`. */
export function read<Result>(
  element: Element,
  unread: string[],
  work: (reading: Reading) => Result,
): Result {
  const taken = new Set<Element>();
  // A cache, because callers ask for the same names repeatedly.
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

/** An unread element in words, without passwords of addresses. */
export function wordsOf(element: Element): string {
  const name = isParameter(element) ? "" : element.name;
  const own = [...element.attributes.values()];
  const words = [name, ...own, textOf(element)].filter((word) => word !== "");
  return withoutPasswords(words.join(" "));
}

export function pairIn(
  element: Element | undefined,
  [x, y]: readonly [string, string],
  unread: string[],
): Pair | undefined {
  if (element === undefined) return undefined;
  return read(element, unread, ({ value }) => ({ x: value(x), y: value(y) }));
}

export const anchorNames = ["AnchorPointX", "AnchorPointY"] as const;

export const displacementNames = ["DisplacementX", "DisplacementY"] as const;
