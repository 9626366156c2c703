/** What both formats of NetCDF have in common: dimensions, attributes and variables. */

/** What an attribute holds. */
export type AttributeValue = string | readonly number[];

/** Attributes by name. */
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** A dimension of a variable. */
export interface Dimension {
  readonly name: string;
  readonly size: number;
  /** Full name of the variable with its coordinates, which need not exist. */
  readonly coordinates: string;
}

/** A variable; its values are read when they are asked for. */
export interface Variable {
  /** With the names of its groups before it, parted by `/`. */
  readonly name: string;
  readonly dimensions: readonly Dimension[];
  readonly attributes: Attributes;
  /** Bits of a value and the sort of number, as `sampleType` takes them; undefined for texts. */
  readonly sample: { readonly bits: number; readonly format: number } | undefined;
  /** All values in the order of the file. Rejects with RasterError when there are too many. */
  readonly values: () => Promise<readonly number[]>;
}

/** An open file. */
export interface NetcdfDataset {
  readonly attributes: Attributes;
  /** By full name, in the order of the file. */
  readonly variables: ReadonlyMap<string, Variable>;
}

/** An attribute that is a text; undefined when it is missing or none. */
export function textOf(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name);
  return typeof value === "string" ? value.trim() : undefined;
}

/** The first number of an attribute, also of one that writes it as text. */
export function numberOf(attributes: Attributes, name: string): number | undefined {
  const value = attributes.get(name);
  if (typeof value !== "string") return value?.[0];
  const number = value.trim() === "" ? NaN : Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/**
 * The variable that another one means by a name: in its own group, or in one around that.
 */
export function variableNear(
  dataset: NetcdfDataset,
  { name }: Variable,
  wanted: string,
): Variable | undefined {
  if (wanted.startsWith("/")) return dataset.variables.get(wanted.slice(1));
  const groups = name.split("/").slice(0, -1);
  for (let depth = groups.length; depth >= 0; depth--) {
    const found = dataset.variables.get([...groups.slice(0, depth), wanted].join("/"));
    if (found !== undefined) return found;
  }
  return undefined;
}
