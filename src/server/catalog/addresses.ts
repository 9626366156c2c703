/** Maps records and files to the addresses that reconcilers use. */
import type { Address } from "../../model/address.ts";
import { dataFileProblem } from "../../model/data-file.ts";
import { nouns } from "../../model/nouns.ts";
import type { RecordKind, RecordValues } from "./records.ts";
import type { RecordKey } from "./unit-of-work.ts";

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
  const kind = isMapped ? "AppSchemaStore" : nouns[record].kind;
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
