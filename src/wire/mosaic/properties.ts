/** Parses Java .properties files with line numbers. */
import { Pair, parseLines } from "dot-properties";

/** The key and the value are trimmed. */
export interface Property {
  readonly key: string;
  readonly value: string;
  /** From 1. */
  readonly line: number;
}

/** Keys are case-insensitive; the last value of a key wins. */
export type Properties = ReadonlyMap<string, Property>;

/** Never fails: every text is a valid properties file. */
export function readProperties(bytes: Uint8Array): Properties {
  return new Map(propertyLines(bytes).map((line) => [line.key.toLowerCase(), line]));
}

/** All entries in order; the encoding is ISO 8859-1. */
export function propertyLines(bytes: Uint8Array): readonly Property[] {
  // Removes a UTF-8 byte order mark.
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

/** Undefined for a missing or empty value. Keys are case-insensitive. */
export function propertyIn(properties: Properties, key: string): string | undefined {
  const value = properties.get(key.toLowerCase())?.value;
  return value === "" ? undefined : value;
}
