/** The values of a symbolizer at one of its repetitions. */
import type { Property, Value } from "../value.ts";

export type Properties = ReadonlyMap<string, Property>;

/** Properties at one repetition of a symbolizer. */
export interface Source {
  readonly properties: Properties;
  /** From 0. */
  readonly index: number;
}

/** The value at this repetition, also `none`. A single value serves all repetitions. */
export function givenValue(source: Source, name: string): Value | undefined {
  const values = source.properties.get(name)?.values ?? [];
  return values.length === 1 ? values[0] : values[source.index];
}

/** Undefined where the value is absent or `none`. */
export function valueOf(source: Source, name: string): Value | undefined {
  const value = givenValue(source, name);
  return value?.type === "none" ? undefined : value;
}

/** Adjacent values, such as the two of an anchor. */
export function partsOf(value: Value | undefined): readonly Value[] {
  if (value === undefined) return [];
  return value.type === "composite" || value.type === "concatenation" ? value.parts : [value];
}

/** The longest property repeats the symbolizer, z-index excluded. */
export function repetitions(properties: Properties, families: readonly string[]): number {
  let most = 1;
  for (const [name, { values }] of properties) {
    if (values.length <= most || name.endsWith("-z-index")) continue;
    const belongs = families.some((family) => name === family || name.startsWith(`${family}-`));
    if (belongs) most = values.length;
  }
  return most;
}
