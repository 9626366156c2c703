/**
 * Tile layers: how the tile cache keeps what a layer or layer group draws (docs/compatibility.md, "Tile layers").
 * A catalog makes one for each of them by itself.
 */
import { defined } from "./defined.ts";
import type { Detail, Details } from "./details.ts";

/** A box in the units of a grid set: minx, miny, maxx, maxy. */
export type Extent = readonly [number, number, number, number];

/** A grid set that is cached, as far as it is. */
export interface GridSubset {
  readonly gridSet: string;
  readonly extent?: Extent | undefined;
  readonly zoomStart?: number | undefined;
  readonly zoomStop?: number | undefined;
  readonly minCachedLevel?: number | undefined;
  readonly maxCachedLevel?: number | undefined;
}

/** Seconds for which tiles are kept from a zoom level on. */
export interface ExpirationRule {
  readonly minZoom: number;
  readonly expiration: number;
}

/** How values are made alike before they are compared. */
export interface Normalization {
  readonly case: "NONE" | "UPPER" | "LOWER";
  readonly locale?: string | undefined;
}

/** What a filter lets through. */
export type FilterValues =
  /** Styles of the layer: all of them where none is named. */
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
  /** One of a type that we do not know, as its document says it. */
  | { readonly type: "other"; readonly element: string; readonly content: Detail };

/** A parameter of requests whose tiles are cached by its value. */
export type ParameterFilter = FilterValues & {
  readonly key: string;
  readonly defaultValue: string;
};

/** What can be set of a tile layer; its name is that of its layer or layer group. */
export interface TileLayer {
  readonly enabled: boolean;
  /** Null for the default one. */
  readonly blobStore: string | null;
  readonly formats: readonly string[];
  readonly gridSubsets: readonly GridSubset[];
  /** Tiles of a metatile, across and down; zeros where nobody said. */
  readonly metaTiles: readonly [number, number];
  /** Seconds; 0 is unset. */
  readonly expireCache: number;
  readonly expireRules: readonly ExpirationRule[];
  readonly expireClients: number;
  /** One for each key. */
  readonly filters: readonly ParameterFilter[];
  /** Pixels around a metatile that are drawn and cut off. */
  readonly gutter: number;
  /** Warnings about dimensions with which tiles are not cached. */
  readonly warningSkips: readonly string[];
  /** Elements of its document that this table does not know. */
  readonly details?: Details | undefined;
}

/** What a body says of a tile layer. */
export type TileLayerPatch = { readonly [Name in keyof TileLayer]?: TileLayer[Name] | undefined };

/** Warnings that can keep tiles out of the cache. */
export const tileWarnings = ["Default", "Nearest", "FailedNearest"] as const;

/** What is said where a server takes nothing for nothing. */
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

/** The usual tolerance of filters by numbers. */
export const usualThreshold = { float: 1e-6, integer: 1 } as const;

/** What a new layer, or a new layer group, gets where nobody set other defaults. */
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

/** A tile layer as a patch leaves it; of filters with one key, the last one counts. */
export function patchedTileLayer(before: TileLayer, patch: TileLayerPatch): TileLayer {
  const after: TileLayer = { ...before, ...defined(patch) };
  const filters = new Map(after.filters.map((filter) => [filter.key, filter]));
  const subsets = new Map(after.gridSubsets.map((subset) => [subset.gridSet, subset]));
  return { ...after, filters: [...filters.values()], gridSubsets: [...subsets.values()] };
}
