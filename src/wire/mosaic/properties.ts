/** Files in the .properties format of Java, with the lines of their keys. */
import { Pair, parseLines } from "dot-properties";

/** One key with its value, both without blanks around them. */
export interface Property {
  readonly key: string;
  readonly value: string;
  /** From 1. */
  readonly line: number;
}

/** Properties by key; upper and lower case are the same, the last one of a key counts. */
export type Properties = ReadonlyMap<string, Property>;

/** Reads a file. Everything is readable in some way, so nothing is refused. */
export function readProperties(bytes: Uint8Array): Properties {
  return new Map(propertyLines(bytes).map((line) => [line.key.toLowerCase(), line]));
}

/** All that a file says, which is ISO 8859-1, in its order; keys as they are written. */
export function propertyLines(bytes: Uint8Array): readonly Property[] {
  // A mark of UTF-8 in front belongs to no key.
  const text = Buffer.from(bytes).toString("latin1").replace(/^ï»¿/, "");
  const properties: Property[] = [];
  let [line, counted] = [1, 0];
  for (const node of parseLines(text, true)) {
    if (!(node instanceof Pair)) continue;
    const start = node.range?.[0] ?? counted;
    line += lineEnds(text.slice(counted, start));
    counted = start;
    properties.push({ key: node.key.trim(), value: node.value.trim(), line });
  }
  return properties;
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** A value by key, in any case; undefined when it is missing or empty. */
export function propertyIn(properties: Properties, key: string): string | undefined {
  const value = properties.get(key.toLowerCase())?.value;
  return value === "" ? undefined : value;
}
