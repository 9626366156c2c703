/**
 * Paths of objects on a copy, and what creation does not accept of a document. `copy.ts` defines
 * the order.
 */
import type { Address } from "../model/address.ts";
import { APP_SCHEMA_TYPE } from "../model/app-schema.ts";
import { qualifiedName } from "../model/layer.ts";
import { memberOf, nouns, plainNouns, type ListedRecord } from "../model/nouns.ts";
import { objectPathTo, pathTo, stylePathTo } from "../wire/addressing.ts";
import { parseCoverageStore } from "../wire/coverage-settings.ts";
import { parseDataStore } from "../wire/data-store.ts";
import { parseNamespace } from "../wire/namespace.ts";
import { objectsPath, stylesPath, type ObjectPath } from "../wire/paths.ts";
import type { WireResponse } from "../wire/request.ts";
import { memberFlag, memberText } from "../wire/tree.ts";
import { parseXml, renderXml } from "../wire/xml.ts";

/** A workspace, or null for global objects. */
export interface Place {
  readonly workspace: string | null;
}

export interface WorkspacePlace extends Place {
  readonly workspace: string;
}

export interface StorePlace extends WorkspacePlace {
  readonly store: string;
}

export interface FoundDocument<At extends Place = Place> {
  readonly address: Address;
  readonly at: At;
  readonly text: string;
  readonly response: WireResponse;
}

/** A store of the original with its published resources. */
export interface FoundStore {
  readonly place: StorePlace;
  readonly document: FoundDocument<WorkspacePlace>;
  readonly published: readonly FoundDocument<StorePlace>[];
}

/**
 * Creates a store that needs more than a document; calls `publish` when resources can be published.
 */
export type WriteStore = (publish: () => Promise<void>) => Promise<void>;

/** How objects of a noun are copied; `At` holds the other path parameters. */
export interface Noun<At extends Place> {
  readonly kind: string;
  /** Finds a special kind by the document. */
  readonly kindOf?: (response: WireResponse) => string;
  /** The root of documents and the element of lists. */
  readonly element: string;
  /** The path for listing (as XML) and creating. */
  readonly collection: (at: At, suffix?: string) => string;
  readonly path: (at: At, name: string, suffix?: string) => string;
  /** Whether an object exists already: always, because another object brings it, or maybe. */
  readonly isThere?: "always" | "maybe";
  /** The body that creates an object; by default the document. */
  readonly newBody?: (found: FoundDocument<At>) => string;
  /** Whether creation ignores a part of the document, which is then sent again. */
  readonly isSentAgain?: (found: FoundDocument<At>) => boolean;
  /** A refusal may quote secrets of the document. */
  readonly isConfidential?: true;
}

/** Created by namespace documents. */
export const workspaces: Noun<Place> = {
  kind: "Workspace",
  element: "workspace",
  collection: (_at, suffix) =>
    pathTo(suffix === undefined ? "namespaces" : "workspaces", {}, suffix),
  path: (_at, namespace, suffix) => pathTo("namespace", { namespace }, suffix),
  newBody: ({ address: { name: prefix }, response }) => {
    const { uri = "", isolated } = parseNamespace(response);
    const rest = isolated === undefined ? {} : { isolated };
    return renderXml("namespace", { prefix, uri, ...rest });
  },
};

/** A noun with a regular list and document; those in stores have other paths than their members say. */
function nounOf<At extends Place>(
  record: ListedRecord,
  more: Partial<Noun<At>> = {},
  path: ObjectPath = memberOf<ListedRecord>(record),
): Noun<At> {
  return {
    kind: nouns[record].kind ?? record,
    element: memberOf(record),
    collection: (at, suffix) => objectsPath(path, at, suffix),
    path: (at, name, suffix) => objectPathTo(path, { ...at, name }, suffix),
    ...more,
  };
}

export const regular: readonly Noun<Place>[] = plainNouns.map(({ record }) => nounOf(record));

/** A style entry appears by itself when its content file exists. */
export const styles: Noun<Place> = {
  kind: "Style",
  element: "style",
  collection: ({ workspace }, suffix) => stylesPath(workspace, suffix),
  path: ({ workspace }, style, suffix) => stylePathTo(workspace, style, suffix),
  isThere: "maybe",
};

/** A new one is always enabled. */
const sentAgain = {
  isSentAgain: ({ text }: Pick<FoundDocument, "text">) =>
    memberFlag(parseXml(text).content, "enabled") === false,
} as const;

/** A new data store is always enabled and gets the namespace of its workspace. */
export const dataStores = nounOf<WorkspacePlace>("data-store", {
  kindOf: (response) =>
    parseDataStore(response).storeType === APP_SCHEMA_TYPE ? "AppSchemaStore" : "DataStore",
  isSentAgain: ({ response }) => {
    const { enabled, parameters } = parseDataStore(response);
    return enabled === false || parameters?.has("namespace") !== true;
  },
  isConfidential: true,
});

const MOSAIC_TYPE = "ImageMosaic";

/** Mosaics have their own kind. */
export const coverageStores = nounOf<WorkspacePlace>("coverage-store", {
  kindOf: (response) =>
    parseCoverageStore(response).storeType === MOSAIC_TYPE ? "ImageMosaic" : "CoverageStore",
  isConfidential: true,
});

const cascaded = { ...sentAgain, isConfidential: true } as const;

export const wmsStores = nounOf<WorkspacePlace>("wms-store", cascaded);

export const wmtsStores = nounOf<WorkspacePlace>("wmts-store", cascaded);

export const wmsLayers = nounOf<StorePlace>("wms-layer", sentAgain, "wmsStoreLayer");

export const wmtsLayers = nounOf<StorePlace>("wmts-layer", sentAgain, "wmtsStoreLayer");

export const featureTypes = nounOf<StorePlace>("feature-type", sentAgain, "storeFeatureType");

export const coverages = nounOf<StorePlace>(
  "coverage",
  { ...sentAgain, newBody: ({ text }) => withoutRepeatedName(text) },
  "storeCoverage",
);

/** A layer is created with its resource. */
export const layers: Noun<WorkspacePlace> = {
  kind: "Layer",
  element: "layer",
  collection: (at, suffix) => pathTo("workspaceLayers", at, suffix),
  path: ({ workspace }, name, suffix) =>
    pathTo("layer", { layer: qualifiedName(workspace, name) }, suffix),
  isThere: "always",
};

/**
 * If no raster is given, a stock server shows the coverage's name as native name, but reads a
 * native name as that of a raster.
 */
function withoutRepeatedName(text: string): string {
  const { content } = parseXml(text);
  const isRepeated =
    memberText(content, "nativeCoverageName") === undefined &&
    memberText(content, "nativeName") === memberText(content, "name");
  return isRepeated ? text.replace(/<nativeName>[^<]*<\/nativeName>/, "") : text;
}

export function addressOf<At extends Place>(
  { kind }: Noun<At>,
  { workspace }: At,
  name: string,
): Address {
  return { kind, workspace, name };
}

/** The name of a mapped type or an index. */
export function nativeNameIn(text: string): string {
  const { content } = parseXml(text);
  const own = memberText(content, "nativeCoverageName") ?? memberText(content, "nativeName");
  return own ?? memberText(content, "name") ?? "";
}
