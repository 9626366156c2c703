/** Maps records and files to the addresses that reconcilers use. */
import type { Address } from "../../model/address.ts";
import { dataFileProblem } from "../../model/data-file.ts";
import { byRegularRecord } from "../../model/regular-nouns.ts";
import type { RecordKind, RecordValues } from "./records.ts";
import type { RecordKey } from "./unit-of-work.ts";

/** Null if a record is not an object or maps to several kinds of objects. */
const kinds: Readonly<Record<RecordKind, string | null>> = {
  ...byRegularRecord(({ kind }) => kind),
  workspace: "Workspace",
  "data-store": "DataStore",
  "document-schema": null,
  "feature-type": "FeatureType",
  "coverage-store": "CoverageStore",
  coverage: "Coverage",
  mosaic: "ImageMosaic",
  "wms-store": "WmsStore",
  "wms-layer": "WmsLayer",
  "wmts-store": "WmtsStore",
  "wmts-layer": "WmtsLayer",
  layer: "Layer",
  "layer-group": "LayerGroup",
  style: "Style",
  "tile-layer": "TileLayer",
  "grid-set": "GridSet",
  "blob-store": "BlobStore",
  "disk-quota": "DiskQuota",
  "access-rule": "AccessRule",
  "service-rule": "ServiceRule",
  "rest-rule": "RestRule",
  setting: null,
  "global-settings": "Settings",
  "workspace-settings": "Settings",
  logging: "Logging",
  service: "Service",
  account: "User",
  "account-group": "Group",
  keystore: "KeystorePassword",
  role: "Role",
};

/** Objects whose record has another name. */
const others: Readonly<Record<string, Address>> = {
  "keystore/key": { kind: "KeystorePassword", workspace: null, name: "keystore" },
  "setting/catalog-mode": { kind: "CatalogMode", workspace: null, name: "catalog" },
  "setting/default-workspace": { kind: "DefaultWorkspace", workspace: null, name: "default" },
};

/** Returns undefined if the record is not an object; `value` identifies app-schema stores. */
export function recordAddress<Kind extends RecordKind>(
  { kind: record, workspace, name }: RecordKey<Kind>,
  value?: RecordValues[Kind],
): Address | undefined {
  const isMapped = value !== undefined && "mapped" in value && value.mapped !== undefined;
  const kind = isMapped ? "AppSchemaStore" : kinds[record];
  return others[`${record}/${name}`] ?? (kind === null ? undefined : { kind, workspace, name });
}

/** Returns undefined for a file that cannot be declared. */
export function fileAddress(path: string): Address | undefined {
  const template = /^workspaces\/(?:([^/]+)\/)?(.+)\.ftl$/.exec(path);
  const [, workspace = null, name] = template ?? [];
  if (name !== undefined) return { kind: "Template", workspace, name };
  return dataFileProblem(path) === undefined
    ? { kind: "File", workspace: null, name: path }
    : undefined;
}
