/** Layers: published resources and their default drawing. */
import { compareText } from "./address.ts";
import type { Details } from "./details.ts";
import { attribution, authorityUrls, identifiers } from "./published-parts.ts";
import { type NounDocument, type Parts, type PartsOf, type Patch, names } from "./schema.ts";

/** A reference; `workspace` is null for global objects. */
export interface QualifiedName {
  readonly workspace: string | null;
  readonly name: string;
}

/** A layer; its name is that of its resource. */
export interface Layer {
  /** Of its resource: feature type (VECTOR), coverage (RASTER), or cascaded layer (WMS, WMTS). */
  readonly type: "VECTOR" | "RASTER" | "WMS" | "WMTS";
  readonly store: string;
  /** Null only where the catalog of a data directory names none. */
  readonly defaultStyle: QualifiedName | null;
  readonly styles: readonly QualifiedName[];
  readonly enabled: boolean;
  readonly queryable: boolean;
  readonly opaque: boolean;
  readonly details?: Details | undefined;
}

interface Settable extends Omit<Layer, "type" | "store"> {
  readonly defaultStyle: QualifiedName;
}

/** A change of a layer. */
export type LayerPatch = Patch<Settable>;

/** A layer's own flags; `enabled` is set on its resource as well. */
export const layerFlags = {
  queryable: {
    type: "flag",
    usual: true,
    means: "Whether GetFeatureInfo is allowed.",
    exposure: "shows",
  },
  opaque: {
    type: "flag",
    usual: false,
    means: "Whether the layer is opaque.",
  },
} as const satisfies PartsOf<Layer>;

/** Parts that a catalog only stores, for manifests, in plan order. */
export const layerSettings = {
  path: {
    type: "filled-word",
    means: "Path in capabilities, such as /Roads/Highways; / is the top.",
  },
  interpolation: {
    type: "filled-word",
    path: "defaultWMSInterpolationMethod",
    values: ["Nearest", "Bilinear", "Bicubic"],
    means: "Default interpolation of rasters.",
  },
  attribution,
  authorityUrls,
  identifiers,
} as const satisfies Parts;

/** Fields of a layer. */
export const layerFields = {
  defaultStyle: { type: "style" },
  styles: { type: "styles", usual: [] },
  enabled: { type: "flag", usual: true, exposure: "shows" },
  ...layerFlags,
} as const satisfies PartsOf<Layer>;

/** The document of a layer. */
export const layerDocument: NounDocument<Settable> = {
  root: "layer",
  fields: layerFields,
  elements: names(
    `name path type defaultStyle styles resource enabled queryable opaque advertised metadata
     attribution authorityURLs identifiers dateCreated dateModified`,
  ),
  written: ["name", "type", "resource"],
};

/** Default details that servers may write. */
export const layerUsual: Details = { path: "/", advertised: true };

/** How a layer is drawn, for comparisons and digests; styles are `workspace:name` or `name`. */
export type DrawnLayer = Pick<Layer, "enabled" | keyof typeof layerFlags> & {
  readonly defaultStyle: string;
  /** A sorted set. */
  readonly styles: readonly string[];
};

/** How a layer is drawn. */
export function drawnLayer({ defaultStyle, styles, ...flags }: Layer): DrawnLayer {
  const drawn = defaultStyle === null ? "" : formatName(defaultStyle);
  return { ...flags, defaultStyle: drawn, styles: formatNames(styles) };
}

/** All styles of a layer, the default one first. */
export function stylesOf({
  defaultStyle,
  styles,
}: Pick<Layer, "defaultStyle" | "styles">): readonly QualifiedName[] {
  return defaultStyle === null ? styles : [defaultStyle, ...styles];
}

/** A reference as `workspace:name` or `name`. */
export function formatName({ workspace, name }: QualifiedName): string {
  return qualifiedName(workspace, name);
}

/** References as sorted texts. */
export function formatNames(all: readonly QualifiedName[]): readonly string[] {
  return all.map(formatName).toSorted(compareText);
}

/** A name within the catalog, `workspace:name` or `name`. */
export function qualifiedName(workspace: string | null, name: string): string {
  return workspace === null ? name : `${workspace}:${name}`;
}

/** Splits `workspace:name` or `name`. */
export function splitQualifiedName(text: string): { workspace: string | null; name: string } {
  const colon = text.indexOf(":");
  if (colon < 0) return { workspace: null, name: text };
  return { workspace: text.slice(0, colon), name: text.slice(colon + 1) };
}
