/** Dimensions, attributes and variables, shared by both NetCDF formats. */

export type AttributeValue = string | readonly number[];

export type Attributes = ReadonlyMap<string, AttributeValue>;

export interface Dimension {
  readonly name: string;
  readonly size: number;
  /** Full name of the coordinate variable, which may not exist. */
  readonly coordinates: string;
}

/** Values are read on demand. */
export interface Variable {
  /** Prefixed with the group names, separated by `/`. */
  readonly name: string;
  readonly dimensions: readonly Dimension[];
  readonly attributes: Attributes;
  /** Arguments for `sampleType`; undefined for texts. */
  readonly sample: { readonly bits: number; readonly format: number } | undefined;
  /** In the order of the file. Rejects with RasterError when there are too many. */
  readonly values: () => Promise<readonly number[]>;
}

export interface NetcdfDataset {
  readonly attributes: Attributes;
  /** By full name, in the order of the file. */
  readonly variables: ReadonlyMap<string, Variable>;
}

/** Undefined if the attribute is missing or no text. */
export function textOf(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name);
  return typeof value === "string" ? value.trim() : undefined;
}

/** The first number of an attribute; also parses text. */
export function numberOf(attributes: Attributes, name: string): number | undefined {
  const value = attributes.get(name);
  if (typeof value !== "string") return value?.[0];
  const number = value.trim() === "" ? NaN : Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** Resolves a name in the variable's group, then in the enclosing groups. */
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
