/** Dimensions of feature types and coverages; manifests list every enabled one. */
import {
  dimensionMetadata,
  readDimensions,
  type DimensionSettings,
} from "../../../wire/coverage-settings.ts";
import {
  dimensionTexts,
  publishedDimensionTexts,
  spelledDimensions,
  type DimensionPrefix,
} from "../published/dimensions.ts";
import type { PartHandler } from "../fields/contract.ts";

interface WithDimensions {
  readonly dimensions?: readonly DimensionSettings[] | undefined;
}

/** `prefix` precedes the names of custom dimensions. */
export function dimensionsField(prefix: DimensionPrefix): PartHandler<WithDimensions> {
  return {
    onChange: "update",
    shares: true,
    wanted: (declared) => declared.dimensions && dimensionTexts(declared.dimensions),
    shown: (document, { declared }) =>
      declared?.dimensions &&
      publishedDimensionTexts(readDimensions(document).dimensions, declared.dimensions),
    declare: (document) => declareDimensions(readDimensions(document).dimensions, prefix),
    body: ({ declared, before }) => {
      const kept = before === undefined ? [] : readDimensions(before).otherMetadata;
      return { metadata: dimensionMetadata(declared.dimensions ?? [], kept) };
    },
  };
}

export function declareDimensions(
  dimensions: readonly DimensionSettings[],
  prefix: DimensionPrefix = "custom_dimension_",
): {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
} {
  if (dimensions.length === 0) return { spec: {}, notes: [] };
  const spelled = spelledDimensions(dimensions, prefix);
  if (spelled === undefined) return { spec: {}, notes: ["dimensions"] };
  return { spec: { dimensions: spelled }, notes: [] };
}
