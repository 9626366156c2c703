/** What the catalog remembers of each noun. Names and workspaces are keys, kept outside the values. */
import type { BlobStore } from "../../model/blob-store.ts";
import type { CascadedStore } from "../../model/cascaded-store.ts";
import type { CoverageStore } from "../../model/coverage-store.ts";
import type { DataStore } from "../../model/data-store.ts";
import type { Layer } from "../../model/layer.ts";
import type { LayerGroup } from "../../model/layer-group.ts";
import type { DiskQuota } from "../../model/disk-quota.ts";
import type { DocumentSchema } from "../../model/document-schema.ts";
import type { IndexSchema } from "../../model/granule.ts";
import type { GridSet } from "../../model/grid-set.ts";
import type { MosaicDefinition, MosaicDomain } from "../../model/mosaic.ts";
import type { Published } from "../../model/published.ts";
import type { RasterGrid } from "../../model/raster.ts";
import { byRegularRecord, type RegularValues } from "../../model/regular-nouns.ts";
import type { SettingValues } from "../../model/setting.ts";
import type { Namespace } from "../../model/workspace.ts";
import type { Style } from "../../model/style.ts";
import type { TileLayer } from "../../model/tile-layer.ts";

/** A noun without what is its key. */
type Unnamed<Noun> = Omit<Noun, "name" | "workspace">;

/** What is published of a store. Its layer has the same name. */
export type PublishedValue = Unnamed<Published>;

/**
 * The folder that locations are relative to: one that the server keeps for the store, under the
 * name that the store had when it was made, or one elsewhere on its disk.
 */
export type MosaicFolder =
  | {
      readonly type: "own";
      readonly home: { readonly workspace: string; readonly store: string };
      /** Inside the store's folder; empty for that folder itself. */
      readonly sub: string;
    }
  | { readonly type: "outside"; readonly path: string };

/** A coverage of a mosaic's index. */
export interface IndexedCoverage {
  /** Its own name, which published coverages call the native one. */
  readonly name: string;
  readonly schema: IndexSchema;
  readonly domains: readonly MosaicDomain[];
  /** The grid of a granule, without its slices; null as long as there was none. */
  readonly grid: RasterGrid | null;
}

/** Values by kind of record; every one is plain JSON. */
export interface RecordValues extends RegularValues {
  readonly workspace: Omit<Namespace, "prefix"> & {
    /** Of the workspace alone; absent where there are none. */
    readonly metadata?: Readonly<Record<string, string>>;
  };
  readonly "data-store": Unnamed<Omit<DataStore, "parameters">> & {
    /** Secret parameters are sealed before they come here. */
    readonly parameters: Readonly<Record<string, string>>;
    /** Qualified names that its mapping has claimed; absent for stores of other types. */
    readonly mapped?: readonly string[];
  };
  /** Key: store, internal store and type, each encoded, joined by slashes. */
  readonly "document-schema": {
    readonly store: string;
    readonly internalStore: string;
    readonly schema: DocumentSchema;
  };
  readonly "feature-type": PublishedValue;
  /** Secrets in its details are sealed before they come here. */
  readonly "coverage-store": Unnamed<CoverageStore>;
  readonly coverage: PublishedValue;
  /** The mosaic in a coverage store, under the store's name. */
  readonly mosaic: {
    readonly definition: MosaicDefinition;
    /** Password of the database that holds the index, sealed; null where there is none. */
    readonly password: string | null;
    readonly folder: MosaicFolder;
    /** Id of the last change of its files by an upload; absent where there was none. */
    readonly change?: string;
    readonly coverages: readonly IndexedCoverage[];
  };
  /** Secrets are sealed before they come here. */
  readonly "wms-store": Unnamed<CascadedStore>;
  readonly "wms-layer": PublishedValue;
  /** Secrets are sealed before they come here. */
  readonly "wmts-store": Unnamed<CascadedStore>;
  readonly "wmts-layer": PublishedValue;
  readonly layer: Layer;
  readonly "layer-group": Unnamed<LayerGroup>;
  readonly style: Unnamed<Style>;
  /** Under the name of a layer or layer group: what was set of its tile layer, null where that was removed. */
  readonly "tile-layer": { readonly tiles: TileLayer | null };
  /** Of the tile cache. */
  readonly "grid-set": GridSet;
  /** Keys and passwords are sealed. */
  readonly "blob-store": BlobStore;
  readonly "disk-quota": DiskQuota;
  readonly "access-rule": { readonly roles: readonly string[] };
  readonly "service-rule": { readonly roles: readonly string[] };
  readonly "rest-rule": { readonly roles: readonly string[] };
  readonly setting: { readonly text: string };
  readonly "global-settings": SettingValues;
  /** What a workspace has for itself, under one name. */
  readonly "workspace-settings": SettingValues;
  /** What was set of the log. */
  readonly logging: SettingValues;
  /** What was set of a service, under its name: of the server, or of a workspace for itself. */
  readonly service: SettingValues;
  readonly account: {
    /** PHC string. */
    readonly hash: string;
    readonly enabled: boolean;
    /** Roles given to the account itself; those of its groups come on top. */
    readonly roles: readonly string[];
    readonly groups: readonly string[];
  };
  readonly "account-group": { readonly enabled: boolean; readonly roles: readonly string[] };
  /** The key that seals store passwords, wrapped by the keystore password. */
  readonly keystore: {
    /** argon2id: KiB of memory, passes, lanes, and the salt in base64. */
    readonly memory: number;
    readonly passes: number;
    readonly parallelism: number;
    readonly salt: string;
    /** AES-256-GCM: nonce, cipher text and tag, in base64. */
    readonly wrapped: string;
    /** The password, encrypted by the key as the key is by it; absent where a server keeps it in a file. */
    readonly password?: string;
  };
  /** A role that is not built in; who has it stands in accounts and groups. */
  readonly role: Readonly<Record<string, never>>;
}

/** Kind of a record. */
export type RecordKind = keyof RecordValues;

/** Who reads records of a kind beside administrators; `access.ts` decides by it. */
export type Readership = "readers" | "administrators" | "workspace" | "contents" | "ruled";

/** Every kind of record, so that none is added without saying who reads it. */
export const readership: Readonly<Record<RecordKind, Readership>> = {
  ...byRegularRecord(({ readers }) => readers),
  workspace: "workspace",
  "data-store": "contents",
  "coverage-store": "contents",
  "feature-type": "ruled",
  coverage: "ruled",
  mosaic: "contents",
  "wms-store": "contents",
  "wms-layer": "ruled",
  "wmts-store": "contents",
  "wmts-layer": "ruled",
  layer: "ruled",
  "layer-group": "ruled",
  style: "contents",
  "tile-layer": "administrators",
  "grid-set": "administrators",
  "blob-store": "administrators",
  "disk-quota": "administrators",
  "document-schema": "administrators",
  keystore: "administrators",
  role: "administrators",
  setting: "readers",
  "global-settings": "administrators",
  "workspace-settings": "administrators",
  logging: "administrators",
  service: "administrators",
  "access-rule": "administrators",
  "service-rule": "administrators",
  "rest-rule": "administrators",
  account: "administrators",
  "account-group": "administrators",
};

/** Kinds of record that lie in a workspace; some of them also outside of any. */
export const workspaceContents = [
  "data-store",
  "document-schema",
  "feature-type",
  "coverage-store",
  "coverage",
  "mosaic",
  "wms-store",
  "wms-layer",
  "wmts-store",
  "wmts-layer",
  "layer",
  "layer-group",
  "style",
  "tile-layer",
] as const;

/** Kinds of record that a workspace has for itself: they go where it goes, and do not keep it. */
export const workspaceSettings = ["service", "workspace-settings"] as const;

/** A record with its key and dates (ISO 8601); `modified` is null until the first change. */
export interface Stored<Kind extends RecordKind> {
  readonly workspace: string | null;
  readonly name: string;
  readonly value: RecordValues[Kind];
  readonly created: string;
  readonly modified: string | null;
}
