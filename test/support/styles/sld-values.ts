/**
 * What elements of an SLD hold, in one form however it is written: numbers as numbers, colours in
 * lower case, text beside expressions as a concatenation. Knows nothing of the writer.
 */
import { XmlCData, XmlElement, XmlText } from "libxml2-wasm";
import {
  attributeNamed,
  childElements,
  childrenNamed,
  partsOf,
} from "../../../src/wire/xml-document.ts";

/** A value that can be compared as JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** What an element holds; null for nothing. */
export function contentOf(element: XmlElement): Json {
  const parts: Json[] = [];
  let text = "";
  const endText = (): void => {
    if (text !== "") parts.push(constant(text));
    text = "";
  };
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) {
      endText();
      parts.push(expressionOf(node));
    } else if (node instanceof XmlCData) text += node.content;
    // White space counts only inside of a CDATA section; around it stands the indentation.
    else if (node instanceof XmlText) text += node.content.trim();
  }
  endText();
  if (parts.length === 0) return null;
  return parts.length === 1 ? (parts[0] ?? null) : { concatenate: parts };
}

/** A constant: a number where it reads as one, in pixels where it has that unit. */
export function constant(text: string): Json {
  const plain = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?:px)?$/.exec(text.trim());
  if (plain?.[1] !== undefined) return rounded(Number(plain[1]));
  const colour = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]?.toLowerCase();
  if (colour === undefined) return text;
  return colour.length === 6 ? `#${colour}` : `#${colour.replaceAll(/./g, "$&$&")}`;
}

/** A number without the noise that sums and products leave in its last digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

const operators: Readonly<Record<string, string>> = { Add: "+", Sub: "-", Mul: "*", Div: "/" };

/** An expression of a filter. Names of functions do not heed case. */
export function expressionOf(element: XmlElement): Json {
  const args = () => childElements(element).map(expressionOf);
  const operator = operators[element.name];
  if (operator !== undefined) return { operator, args: args() };
  switch (element.name) {
    case "PropertyName":
      return { property: element.content.trim() };
    case "Literal":
      return literalOf(element);
    case "Function": {
      const name = (attributeNamed(element, "name") ?? "").toLowerCase();
      return name === "concatenate" ? { concatenate: args() } : { function: name, args: args() };
    }
    default:
      throw new Error(`${element.name} is no expression that is known here (line ${element.line})`);
  }
}

function literalOf(element: XmlElement): Json {
  const [first] = childElements(element);
  if (first !== undefined) return markupOf(first);
  return contentOf(element) ?? "";
}

/** Any element by names, attributes and texts: geometries. */
export function markupOf(element: XmlElement): Json {
  return {
    element: element.name,
    attributes: Object.fromEntries(
      element.attrs
        .map(({ name, value }): [string, string] => [name, value])
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    content: partsOf(element).flatMap((part): readonly Json[] => {
      if (part.type === "element") return [markupOf(part.element)];
      return part.text.trim() === "" ? [] : [constant(part.text)];
    }),
  };
}

/** `CssParameter`s by name. */
export function parametersOf(element: XmlElement): { readonly [name: string]: Json } {
  return Object.fromEntries(
    childrenNamed(element, "CssParameter").map((parameter) => [
      attributeNamed(parameter, "name") ?? "",
      contentOf(parameter),
    ]),
  );
}

/** A map as an object whose members are in order. */
export function sortedObject(map: ReadonlyMap<string, Json>): { readonly [name: string]: Json } {
  return Object.fromEntries([...map].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Throws on children of other names. */
export function knowOnly(element: XmlElement, names: readonly string[]): void {
  const foreign = childElements(element).find(({ name }) => !names.includes(name));
  if (foreign === undefined) return;
  throw new Error(`${element.name} holds ${foreign.name}, unknown here (line ${foreign.line})`);
}
