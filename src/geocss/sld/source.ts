/** Where a symbolizer takes its values from: properties, at one of its repetitions. */
import type { Property, Value } from "../value.ts";

/** Properties by name. */
export type Properties = ReadonlyMap<string, Property>;

/** Properties of a rule or of a pseudo class, seen from one repetition of a symbolizer. */
export interface Source {
  readonly properties: Properties;
  /** Counts from 0. */
  readonly index: number;
}

/** The value at this repetition, `none` included; a single value serves all of them. */
export function givenValue(source: Source, name: string): Value | undefined {
  const values = source.properties.get(name)?.values ?? [];
  return values.length === 1 ? values[0] : values[source.index];
}

/** The value at this repetition; undefined where there is none, or `none`. */
export function valueOf(source: Source, name: string): Value | undefined {
  const value = givenValue(source, name);
  return value?.type === "none" ? undefined : value;
}

/** Values that stand beside each other, such as the two of an anchor. */
export function partsOf(value: Value | undefined): readonly Value[] {
  if (value === undefined) return [];
  return value.type === "composite" || value.type === "concatenation" ? value.parts : [value];
}

/** How often a symbolizer is repeated: as often as the property with the most values says, but for its order. */
export function repetitions(properties: Properties, families: readonly string[]): number {
  let most = 1;
  for (const [name, { values }] of properties) {
    if (values.length <= most || name.endsWith("-z-index")) continue;
    const belongs = families.some((family) => name === family || name.startsWith(`${family}-`));
    if (belongs) most = values.length;
  }
  return most;
}
