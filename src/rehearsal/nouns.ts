/**
 * What a copy holds as documents: where objects of a noun are listed, shown and made, and what of a document
 * is not taken when an object is made by it. Which is copied before which says `copy.ts`.
 */
import type { Address } from "../model/address.ts";
import { APP_SCHEMA_TYPE } from "../model/app-schema.ts";
import { qualifiedName } from "../model/layer.ts";
import { regularNouns } from "../model/regular-nouns.ts";
import { pathTo, regularPathTo, stylePathTo } from "../wire/addressing.ts";
import { parseCoverageStore } from "../wire/coverage-settings.ts";
import { parseDataStore } from "../wire/data-store.ts";
import { parseNamespace } from "../wire/namespace.ts";
import { regularCollection, stylesPath } from "../wire/paths.ts";
import type { WireResponse } from "../wire/request.ts";
import { memberFlag, memberText } from "../wire/tree.ts";
import { parseXml, renderXml } from "../wire/xml.ts";

/** Where objects lie: in a workspace, or outside of all of them. */
export interface Place {
  readonly workspace: string | null;
}

/** A workspace as a place. */
export interface WorkspacePlace extends Place {
  readonly workspace: string;
}

/** A store as a place. */
export interface StorePlace extends WorkspacePlace {
  readonly store: string;
}

/** A document of the original. */
export interface FoundDocument<At extends Place = Place> {
  readonly address: Address;
  readonly at: At;
  readonly text: string;
  readonly response: WireResponse;
}

/** A store of the original, with what it publishes. */
export interface FoundStore {
  readonly place: StorePlace;
  readonly document: FoundDocument<WorkspacePlace>;
  readonly published: readonly FoundDocument<StorePlace>[];
}

/**
 * Makes a store of the copy that is more than a document; `publish` is called when there is what it
 * publishes.
 */
export type WriteStore = (publish: () => Promise<void>) => Promise<void>;

/** How objects of one noun are copied; `At` is what its paths name beside them. */
export interface Noun<At extends Place> {
  /** Of their addresses. */
  readonly kind: string;
  /** Recognises a kind of its own by a document. */
  readonly kindOf?: (response: WireResponse) => string;
  /** Root of documents, and element of lists. */
  readonly element: string;
  /** Where they are listed, as XML, and made. */
  readonly collection: (at: At, suffix?: string) => string;
  readonly path: (at: At, name: string, suffix?: string) => string;
  /** Whether one is there already: always, because something else brings it, or at times. */
  readonly isThere?: "always" | "maybe";
  /** What is sent of a document to make an object; by default as it was shown. */
  readonly newBody?: (found: FoundDocument<At>) => string;
  /** Whether a new object is not all that its document says, so that it is sent once more. */
  readonly isSentAgain?: (found: FoundDocument<At>) => boolean;
  /** Documents may hold secrets, which a refusal may quote. */
  readonly isConfidential?: true;
}

/** Workspaces, made by the documents of their namespaces. */
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

/** Objects of regular nouns. */
export const regular: readonly Noun<Place>[] = regularNouns.map(({ kind, member }) => ({
  kind,
  element: member,
  collection: (_at, suffix) => regularCollection(member, suffix),
  path: (_at, name, suffix) => regularPathTo(member, name, suffix),
}));

/** Entries of styles. What lies where the content of one is to be makes it appear. */
export const styles: Noun<Place> = {
  kind: "Style",
  element: "style",
  collection: ({ workspace }, suffix) => stylesPath(workspace, suffix),
  path: ({ workspace }, style, suffix) => stylePathTo(workspace, style, suffix),
  isThere: "maybe",
};

/** A new data store is enabled and gets the namespace of its workspace, whatever its document says. */
export const dataStores: Noun<WorkspacePlace> = {
  kind: "DataStore",
  kindOf: (response) =>
    parseDataStore(response).storeType === APP_SCHEMA_TYPE ? "AppSchemaStore" : "DataStore",
  element: "dataStore",
  collection: (at, suffix) => pathTo("dataStores", at, suffix),
  path: (at, store, suffix) => pathTo("dataStore", { ...at, store }, suffix),
  isSentAgain: ({ response }) => {
    const { enabled, parameters } = parseDataStore(response);
    return enabled === false || parameters?.has("namespace") !== true;
  },
  isConfidential: true,
};

/** Type of a coverage store that holds a mosaic. */
const MOSAIC_TYPE = "ImageMosaic";

/** Coverage stores; one with a mosaic is a kind of its own. */
export const coverageStores: Noun<WorkspacePlace> = {
  kind: "CoverageStore",
  kindOf: (response) =>
    parseCoverageStore(response).storeType === MOSAIC_TYPE ? "ImageMosaic" : "CoverageStore",
  element: "coverageStore",
  collection: (at, suffix) => pathTo("coverageStores", at, suffix),
  path: (at, store, suffix) => pathTo("coverageStore", { ...at, store }, suffix),
  isConfidential: true,
};

/** Stores of other servers' maps, enabled when they are new. */
export const wmsStores: Noun<WorkspacePlace> = {
  kind: "WmsStore",
  element: "wmsStore",
  collection: (at, suffix) => pathTo("wmsStores", at, suffix),
  path: (at, store, suffix) => pathTo("wmsStore", { ...at, store }, suffix),
  isSentAgain: ({ text }) => isDisabled(text),
  isConfidential: true,
};

/** Stores of other servers' tiles, enabled when they are new. */
export const wmtsStores: Noun<WorkspacePlace> = {
  kind: "WmtsStore",
  element: "wmtsStore",
  collection: (at, suffix) => pathTo("wmtsStores", at, suffix),
  path: (at, store, suffix) => pathTo("wmtsStore", { ...at, store }, suffix),
  isSentAgain: ({ text }) => isDisabled(text),
  isConfidential: true,
};

/** Layers of other servers' maps. */
export const wmsLayers: Noun<StorePlace> = {
  kind: "WmsLayer",
  element: "wmsLayer",
  collection: (at, suffix) => pathTo("wmsStoreLayers", at, suffix),
  path: (at, wmsLayer, suffix) => pathTo("wmsStoreLayer", { ...at, wmsLayer }, suffix),
  isSentAgain: ({ text }) => isDisabled(text),
};

/** Layers of other servers' tiles. */
export const wmtsLayers: Noun<StorePlace> = {
  kind: "WmtsLayer",
  element: "wmtsLayer",
  collection: (at, suffix) => pathTo("wmtsStoreLayers", at, suffix),
  path: (at, wmtsLayer, suffix) => pathTo("wmtsStoreLayer", { ...at, wmtsLayer }, suffix),
  isSentAgain: ({ text }) => isDisabled(text),
};

/** What a data store publishes. */
export const featureTypes: Noun<StorePlace> = {
  kind: "FeatureType",
  element: "featureType",
  collection: (at, suffix) => pathTo("storeFeatureTypes", at, suffix),
  path: (at, featureType, suffix) => pathTo("storeFeatureType", { ...at, featureType }, suffix),
  isSentAgain: ({ text }) => isDisabled(text),
};

/** What a coverage store publishes. */
export const coverages: Noun<StorePlace> = {
  kind: "Coverage",
  element: "coverage",
  collection: (at, suffix) => pathTo("storeCoverages", at, suffix),
  path: (at, coverage, suffix) => pathTo("storeCoverage", { ...at, coverage }, suffix),
  newBody: ({ text }) => withoutRepeatedName(text),
  isSentAgain: ({ text }) => isDisabled(text),
};

/** Layers: they come with what they show, and get their own settings. */
export const layers: Noun<WorkspacePlace> = {
  kind: "Layer",
  element: "layer",
  collection: (at, suffix) => pathTo("workspaceLayers", at, suffix),
  path: ({ workspace }, name, suffix) =>
    pathTo("layer", { layer: qualifiedName(workspace, name) }, suffix),
  isThere: "always",
};

/**
 * A coverage to be made. Where nobody said which raster it shows, a stock server repeats its name as the native one, and
 * takes that for the name of a raster when it is sent.
 */
function withoutRepeatedName(text: string): string {
  const { content } = parseXml(text);
  const isRepeated =
    memberText(content, "nativeCoverageName") === undefined &&
    memberText(content, "nativeName") === memberText(content, "name");
  return isRepeated ? text.replace(/<nativeName>[^<]*<\/nativeName>/, "") : text;
}

/** The address of an object of a noun. */
export function addressOf<At extends Place>(
  { kind }: Noun<At>,
  { workspace }: At,
  name: string,
): Address {
  return { kind, workspace, name };
}

/** Whether a document says that its object is switched off. */
function isDisabled(text: string): boolean {
  return memberFlag(parseXml(text).content, "enabled") === false;
}

/** The name that something published has in its store: of a mapped type, or of an index. */
export function nativeNameIn(text: string): string {
  const { content } = parseXml(text);
  const own = memberText(content, "nativeCoverageName") ?? memberText(content, "nativeName");
  return own ?? memberText(content, "name") ?? "";
}
