/** The records of the catalog. Names and workspaces are keys and not part of the values. */
import type { CascadedStore } from "../../model/cascaded-store.ts";
import type { CoverageStore } from "../../model/coverage-store.ts";
import type { DataStore } from "../../model/data-store.ts";
import type { Layer } from "../../model/layer.ts";
import type { LayerGroup } from "../../model/layer-group.ts";
import type { DiskQuota } from "../../model/disk-quota.ts";
import type { DocumentSchema } from "../../model/document-schema.ts";
import type { IndexSchema } from "../../model/granule.ts";
import type { MosaicDefinition, MosaicDomain } from "../../model/mosaic.ts";
import type { Published } from "../../model/published.ts";
import type { RasterGrid } from "../../model/raster.ts";
import { nouns, type CacheValues, type PlainValues } from "../../model/nouns.ts";
import type { SettingValues } from "../../model/setting.ts";
import type { Namespace } from "../../model/workspace.ts";
import type { Style } from "../../model/style.ts";
import type { TileLayer } from "../../model/tile-layer.ts";

type Unnamed<Noun> = Omit<Noun, "name" | "workspace">;

/** A resource of a store. Its layer has the same name. */
export type PublishedValue = Unnamed<Published>;

/** Base of locations: an own folder with the store's original name, or one elsewhere. */
export type MosaicFolder =
  | {
      readonly type: "own";
      readonly home: { readonly workspace: string; readonly store: string };
      /** Inside the store's folder; empty for that folder itself. */
      readonly sub: string;
    }
  | { readonly type: "outside"; readonly path: string };

export interface IndexedCoverage {
  /** The native name of published coverages. */
  readonly name: string;
  readonly schema: IndexSchema;
  readonly domains: readonly MosaicDomain[];
  /** The grid of a granule without slices; null without granules. */
  readonly grid: RasterGrid | null;
}

/** Values by kind of record; all are plain JSON. */
export interface RecordValues extends PlainValues, CacheValues {
  readonly workspace: Omit<Namespace, "prefix"> & {
    /** Of the workspace only, not of the namespace. */
    readonly metadata?: Readonly<Record<string, string>>;
  };
  readonly "data-store": Unnamed<Omit<DataStore, "parameters">> & {
    /** Secret parameters are sealed. */
    readonly parameters: Readonly<Record<string, string>>;
    /** Qualified names that an app-schema mapping has claimed. */
    readonly mapped?: readonly string[];
  };
  /** Key: store, internal store and type, each encoded, joined by slashes. */
  readonly "document-schema": {
    readonly store: string;
    readonly internalStore: string;
    readonly schema: DocumentSchema;
  };
  readonly "feature-type": PublishedValue;
  /** Secrets in its details are sealed. */
  readonly "coverage-store": Unnamed<CoverageStore>;
  readonly coverage: PublishedValue;
  /** Has the name of its store. */
  readonly mosaic: {
    readonly definition: MosaicDefinition;
    /** Sealed password of the index's database; null without one. */
    readonly password: string | null;
    readonly folder: MosaicFolder;
    /** Last file change by an upload. */
    readonly change?: string;
    readonly coverages: readonly IndexedCoverage[];
  };
  /** Secrets are sealed. */
  readonly "wms-store": Unnamed<CascadedStore>;
  readonly "wms-layer": PublishedValue;
  /** Secrets are sealed. */
  readonly "wmts-store": Unnamed<CascadedStore>;
  readonly "wmts-layer": PublishedValue;
  readonly layer: Layer;
  readonly "layer-group": Unnamed<LayerGroup>;
  readonly style: Unnamed<Style>;
  /** Has the name of its layer or group; null after the tile layer was removed. */
  readonly "tile-layer": { readonly tiles: TileLayer | null };
  readonly "disk-quota": DiskQuota;
  readonly "access-rule": { readonly roles: readonly string[] };
  readonly "service-rule": { readonly roles: readonly string[] };
  readonly "rest-rule": { readonly roles: readonly string[] };
  readonly setting: { readonly text: string };
  readonly "global-settings": SettingValues;
  readonly "workspace-settings": SettingValues;
  readonly logging: SettingValues;
  readonly service: SettingValues;
  readonly account: {
    /** PHC string. */
    readonly hash: string;
    readonly enabled: boolean;
    /** Without the roles of its groups. */
    readonly roles: readonly string[];
    readonly groups: readonly string[];
  };
  readonly "account-group": { readonly enabled: boolean; readonly roles: readonly string[] };
  /** Seals store passwords; the keystore password wraps it. */
  readonly keystore: {
    /** argon2id: KiB of memory, passes, lanes, base64 salt. */
    readonly memory: number;
    readonly passes: number;
    readonly parallelism: number;
    readonly salt: string;
    /** AES-256-GCM: base64 nonce, cipher text and tag. */
    readonly wrapped: string;
    /** The password encrypted with the key; absent if a file holds it. */
    readonly password?: string;
  };
  /** A role that is not built in; accounts and groups name their roles. */
  readonly role: Readonly<Record<string, never>>;
}

/** Kind of a record. */
export type RecordKind = keyof RecordValues;

function recordsOf(part: "contents" | "settings"): readonly RecordKind[] {
  return (Object.keys(nouns) as RecordKind[]).filter((kind) => nouns[kind].of === part);
}

/** Record kinds that can be in a workspace, without its settings. */
export const workspaceContents = recordsOf("contents");

export const workspaceSettings = recordsOf("settings");

/** A record with its key and dates (ISO 8601); `modified` is null until the first change. */
export interface Stored<Kind extends RecordKind> {
  readonly workspace: string | null;
  readonly name: string;
  readonly value: RecordValues[Kind];
  readonly created: string;
  readonly modified: string | null;
}
