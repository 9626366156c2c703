/** Layers: what a catalog publishes of a feature type or coverage, and how it is drawn by default. */
import { compareText } from "./address.ts";
import type { Details } from "./details.ts";
import { names, type Field, type FieldTable, type NounDocument, type Patch } from "./fields.ts";

/** Something named from elsewhere; the workspace is null for what is global. */
export interface QualifiedName {
  readonly workspace: string | null;
  readonly name: string;
}

/** A layer, without its name: that of what it shows. */
export interface Layer {
  /**
   * What it shows, of the layer's name: a feature type (VECTOR), a coverage (RASTER), or a layer of a
   * cascaded store (WMS, WMTS).
   */
  readonly type: "VECTOR" | "RASTER" | "WMS" | "WMTS";
  readonly store: string;
  readonly defaultStyle: QualifiedName;
  readonly styles: readonly QualifiedName[];
  readonly enabled: boolean;
  readonly queryable: boolean;
  readonly opaque: boolean;
  readonly details?: Details | undefined;
}

type Settable = Omit<Layer, "type" | "store">;

/** What a client says of a layer. */
export type LayerPatch = Patch<Settable>;

/** Flags that a layer has of its own: whether it is enabled is said of what it shows as well. */
export const layerFlags = {
  queryable: {
    type: "flag",
    usual: true,
    means: "Whether clients may ask what lies at a point.",
    exposure: "shows",
  },
  opaque: {
    type: "flag",
    usual: false,
    means: "Whether it hides what lies below it.",
  },
} as const satisfies FieldTable<Layer>;

/** Texts that a catalog only keeps, and manifests say. */
export const layerSettings = {
  path: {
    type: "filled-word",
    means: "Where capabilities list it, such as /Roads/Highways; / for the top.",
  },
  interpolation: {
    type: "filled-word",
    element: "defaultWMSInterpolationMethod",
    values: ["Nearest", "Bilinear", "Bicubic"],
    means: "How pixels are found between others where a client does not say it.",
  },
} as const satisfies Readonly<Record<string, Field>>;

/** Fields of a layer. */
export const layerFields = {
  defaultStyle: { type: "style" },
  styles: { type: "styles", usual: [] },
  enabled: { type: "flag", usual: true, exposure: "shows" },
  ...layerFlags,
} as const satisfies FieldTable<Layer>;

/** Its document. */
export const layerDocument: NounDocument<Settable> = {
  root: "layer",
  fields: layerFields,
  elements: names(
    `name path type defaultStyle styles resource enabled queryable opaque advertised metadata
     attribution authorityURLs identifiers dateCreated dateModified`,
  ),
  written: ["name", "type", "resource"],
};

/** What else servers may write in its document where nobody said otherwise. */
export const layerUsual: Details = { path: "/", advertised: true };

/** How a layer is drawn, with styles as `workspace:name` or `name`: what facts compare and digests count. */
export type DrawnLayer = Pick<Layer, "enabled" | keyof typeof layerFlags> & {
  readonly defaultStyle: string;
  /** A set, in order. */
  readonly styles: readonly string[];
};

/** A layer as it is drawn. */
export function drawnLayer({ defaultStyle, styles, ...flags }: Layer): DrawnLayer {
  return { ...flags, defaultStyle: formatName(defaultStyle), styles: formatNames(styles) };
}

/** A name as text, `workspace:name` or `name`. */
export function formatName({ workspace, name }: QualifiedName): string {
  return qualifiedName(workspace, name);
}

/** A set of names as texts, in order. */
export function formatNames(all: readonly QualifiedName[]): readonly string[] {
  return all.map(formatName).toSorted(compareText);
}

/** Name of a layer within the whole catalog, `workspace:name`. */
export function qualifiedName(workspace: string | null, name: string): string {
  return workspace === null ? name : `${workspace}:${name}`;
}

/** Splits `workspace:name`; the workspace is null when the text has none. */
export function splitQualifiedName(text: string): { workspace: string | null; name: string } {
  const colon = text.indexOf(":");
  if (colon < 0) return { workspace: null, name: text };
  return { workspace: text.slice(0, colon), name: text.slice(colon + 1) };
}
