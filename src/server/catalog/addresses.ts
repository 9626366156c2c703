/** Addresses, as reconcilers name them, of what the catalog keeps. */
import type { Address } from "../../model/address.ts";
import { dataFileProblem } from "../../model/data-file.ts";
import { byRegularRecord } from "../../model/regular-nouns.ts";
import type { RecordKind, RecordValues } from "./records.ts";
import type { RecordKey } from "./unit-of-work.ts";

/** Kinds of objects by kinds of records; null for what is no object, or more than one kind of object. */
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

/** Objects that are kept under another name than their own, by that name. */
const others: Readonly<Record<string, Address>> = {
  "keystore/key": { kind: "KeystorePassword", workspace: null, name: "keystore" },
  "setting/catalog-mode": { kind: "CatalogMode", workspace: null, name: "catalog" },
  "setting/default-workspace": { kind: "DefaultWorkspace", workspace: null, name: "default" },
};

/** The address of the object of a record; `value` tells stores of app-schema from others. Undefined for no object. */
export function recordAddress<Kind extends RecordKind>(
  { kind: record, workspace, name }: RecordKey<Kind>,
  value?: RecordValues[Kind],
): Address | undefined {
  const isMapped = value !== undefined && "mapped" in value && value.mapped !== undefined;
  const kind = isMapped ? "AppSchemaStore" : kinds[record];
  return others[`${record}/${name}`] ?? (kind === null ? undefined : { kind, workspace, name });
}

/** The address of a file that can be declared; undefined for what belongs to an object, or to nobody. */
export function fileAddress(path: string): Address | undefined {
  const template = /^workspaces\/(?:([^/]+)\/)?(.+)\.ftl$/.exec(path);
  const [, workspace = null, name] = template ?? [];
  if (name !== undefined) return { kind: "Template", workspace, name };
  return dataFileProblem(path) === undefined
    ? { kind: "File", workspace: null, name: path }
    : undefined;
}
