/** Dimensions of coverages as manifests say them. */
import { readDimensions, type DimensionSettings } from "../../../wire/coverage-settings.ts";
import { entryList, member, memberText, type Tree } from "../../../wire/tree.ts";
import { spelledDimensions } from "../published/dimensions.ts";
import { AUTOMATIC_METADATA } from "./entries.ts";
import type { Said } from "./fields.ts";

/** The dimensions that are enabled; other entries of the metadata are told. */
export function saidDimensions(document: Tree): Said {
  const { dimensions } = readDimensions(document);
  const others = entryList(member(document, "metadata"))
    .filter((entry) => member(entry, "dimensionInfo") === undefined)
    .map((entry) => memberText(entry, "@key") ?? "")
    .filter((key) => !AUTOMATIC_METADATA.has(key))
    .map((key) => `metadata ${key}`);
  const { spec, remarks } = sayDimensions(dimensions);
  return { spec, remarks: [...remarks, ...others] };
}

/** The same for dimensions that are at hand. */
export function sayDimensions(dimensions: readonly DimensionSettings[]): {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
} {
  if (dimensions.length === 0) return { spec: {}, remarks: [] };
  const spelled = spelledDimensions(dimensions);
  if (spelled === undefined) return { spec: {}, remarks: ["the dimensions"] };
  return { spec: { dimensions: spelled }, remarks: [] };
}
