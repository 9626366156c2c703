/** Dimensions of coverages as manifests say them. */
import { readDimensions, type DimensionSettings } from "../../../wire/coverage-settings.ts";
import { entryList, member, memberText, type Tree } from "../../../wire/tree.ts";
import { spelledDimensions } from "../published/dimensions.ts";
import { AUTOMATIC_METADATA } from "./entries.ts";
import type { DeclaredPart } from "./fields.ts";

/** The dimensions that are enabled; other entries of the metadata are reported. */
export function declaredDimensions(document: Tree): DeclaredPart {
  const { dimensions } = readDimensions(document);
  const others = entryList(member(document, "metadata"))
    .filter((entry) => member(entry, "dimensionInfo") === undefined)
    .map((entry) => memberText(entry, "@key") ?? "")
    .filter((key) => !AUTOMATIC_METADATA.has(key))
    .map((key) => `metadata ${key}`);
  const { spec, notes } = declareDimensions(dimensions);
  return { spec, notes: [...notes, ...others] };
}

/** The same for dimensions that are at hand. */
export function declareDimensions(dimensions: readonly DimensionSettings[]): {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
} {
  if (dimensions.length === 0) return { spec: {}, notes: [] };
  const spelled = spelledDimensions(dimensions);
  if (spelled === undefined) return { spec: {}, notes: ["the dimensions"] };
  return { spec: { dimensions: spelled }, notes: [] };
}
