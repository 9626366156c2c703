/**
 * Tile layers: how the tile cache stores a layer or layer group (docs/compatibility.md, "Tile
 * layers"). The catalog creates one for each automatically.
 */
import { defined } from "./defined.ts";
import type { Detail, Details } from "./details.ts";

/** minx, miny, maxx, maxy in grid set units. */
export type Extent = readonly [number, number, number, number];

/** The cached part of a grid set. */
export interface GridSubset {
  readonly gridSet: string;
  readonly extent?: Extent | undefined;
  readonly zoomStart?: number | undefined;
  readonly zoomStop?: number | undefined;
  readonly minCachedLevel?: number | undefined;
  readonly maxCachedLevel?: number | undefined;
}

/** What a tile layer uses by name. */
export interface TileUses {
  /** Null for the default store. */
  readonly blobStore: string | null;
  readonly gridSubsets: readonly Pick<GridSubset, "gridSet">[];
}

/** Seconds that tiles are kept, from a zoom level on. */
export interface ExpirationRule {
  readonly minZoom: number;
  readonly expiration: number;
}

/** Normalization of values before comparison. */
export interface Normalization {
  readonly case: "NONE" | "UPPER" | "LOWER";
  readonly locale?: string | undefined;
}

/** Values that a filter accepts. */
export type FilterValues =
  /** Styles of the layer; all if absent. */
  | { readonly type: "style"; readonly styles?: readonly string[] | undefined }
  | {
      readonly type: "string";
      readonly values: readonly string[];
      readonly normalize?: Normalization | undefined;
    }
  | {
      readonly type: "regex";
      readonly regex: string;
      readonly normalize?: Normalization | undefined;
    }
  | {
      readonly type: "float" | "integer";
      readonly values: readonly number[];
      readonly threshold: number;
    }
  /** A filter of unknown type, as in its document. */
  | { readonly type: "other"; readonly element: string; readonly content: Detail };

/** A request parameter whose values have separate tiles. */
export type ParameterFilter = FilterValues & {
  readonly key: string;
  readonly defaultValue: string;
};

/** A tile layer; its name is that of its layer or group. */
export interface TileLayer extends TileUses {
  readonly enabled: boolean;
  readonly formats: readonly string[];
  readonly gridSubsets: readonly GridSubset[];
  /** Across and down; zeros if unset. */
  readonly metaTiles: readonly [number, number];
  /** Seconds; 0 is unset. */
  readonly expireCache: number;
  readonly expireRules: readonly ExpirationRule[];
  readonly expireClients: number;
  /** One per key. */
  readonly filters: readonly ParameterFilter[];
  /** Pixels drawn around a metatile and cut off. */
  readonly gutter: number;
  /** Dimension warnings whose tiles are not cached. */
  readonly warningSkips: readonly string[];
  /** Other elements of its document. */
  readonly details?: Details | undefined;
}

/** A change of a tile layer. */
export type TileLayerPatch = { readonly [Name in keyof TileLayer]?: TileLayer[Name] | undefined };

/** Warnings that can prevent caching. */
export const tileWarnings = ["Default", "Nearest", "FailedNearest"] as const;

/** The tile layer without any values. */
export const blankTileLayer: TileLayer = {
  enabled: false,
  blobStore: null,
  formats: [],
  gridSubsets: [],
  metaTiles: [0, 0],
  expireCache: 0,
  expireRules: [],
  expireClients: 0,
  filters: [],
  gutter: 0,
  warningSkips: [],
};

/** Default tolerance of numeric filters. */
export const usualThreshold = { float: 1e-6, integer: 1 } as const;

/** Initial values without other defaults. */
export function automaticTileLayer(of: "layer" | "group"): TileLayer {
  return {
    ...blankTileLayer,
    enabled: true,
    formats: ["image/png", "image/jpeg"],
    gridSubsets: [{ gridSet: "EPSG:4326" }, { gridSet: "EPSG:900913" }],
    metaTiles: [4, 4],
    filters: of === "group" ? [] : [{ type: "style", key: "STYLES", defaultValue: "" }],
  };
}

/** Applies a patch; the last filter of a key wins. */
export function patchedTileLayer(before: TileLayer, patch: TileLayerPatch): TileLayer {
  const after: TileLayer = { ...before, ...defined(patch) };
  const filters = new Map(after.filters.map((filter) => [filter.key, filter]));
  const subsets = new Map(after.gridSubsets.map((subset) => [subset.gridSet, subset]));
  return { ...after, filters: [...filters.values()], gridSubsets: [...subsets.values()] };
}
