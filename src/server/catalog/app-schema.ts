/** Uploads of checked mapping bundles, stored whole or not at all (docs/interface.md, 4.1). */
import { usualOf } from "../../model/schema.ts";
import { storeFields } from "../../model/store.ts";
import { APP_SCHEMA_TYPE } from "../../model/app-schema.ts";
import { nameProblem } from "../../model/name.ts";
import { CatalogError } from "./errors.ts";
import { publishFeatureType } from "./feature-type.ts";
import { publishedOf } from "./published.ts";
import { checkUploadTarget } from "./store.ts";
import { claimableNames, type NameScope } from "./mapped-type.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Which of the mapped types to publish (docs/interface.md, 4.1, rule 1). */
export type Configure = "all" | "first" | "none";

/** A checked bundle and its target. */
export interface MappingUpload {
  readonly workspace: string;
  readonly store: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Path in the bundle. */
  readonly main: string;
  /** In the order of the mapping. */
  readonly names: readonly string[];
  /** Qualified names. */
  readonly keys: readonly string[];
  /** In this scope no other store may map the same names. */
  readonly scope: NameScope;
  readonly configure: Configure;
}

export interface UploadOutcome {
  readonly created: boolean;
  readonly configured: number;
}

/** Returns the folder of a store in the data directory. */
export function storeFolder(workspace: string, store: string): string {
  return `data/${workspace}/${store}`;
}

/** Returns undefined if the store's `url` parameter is not in the data directory. */
export function mappingPath(parameters: Readonly<Record<string, string>>): string | undefined {
  const url = parameters["url"];
  return url?.startsWith("file:data/") ? url.slice("file:".length) : undefined;
}

/** Throws if no mapping can be uploaded there. */
export async function checkUploadPlace(
  reader: CatalogReader,
  workspace: string,
  store: string,
): Promise<void> {
  if ((await reader.get("workspace", null, workspace)) === undefined) {
    throw new CatalogError("not-found", `No such workspace: '${workspace}' found`);
  }
  const problem = nameProblem(store);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The store name '${store}' ${problem}`);
  const found = await reader.get("data-store", workspace, store);
  if (found !== undefined && found.value.storeType !== APP_SCHEMA_TYPE) {
    const message = `Store '${store}' exists and is of type ${found.value.storeType}, not ${APP_SCHEMA_TYPE}`;
    throw new CatalogError("store-type", message);
  }
  await checkUploadTarget(reader, "data-store", { workspace, store });
}

/** Creates or replaces an app-schema store, at a place that was checked, and publishes its types. Deviation: upload-whole. */
export async function uploadMapping(
  writer: CatalogWriter,
  upload: MappingUpload,
): Promise<UploadOutcome> {
  const { workspace, store } = upload;
  const mapped = await claimableNames(writer, {
    owner: { workspace, store },
    names: upload.keys,
    scope: upload.scope,
    insists: upload.configure !== "none",
  });
  const folder = storeFolder(workspace, store);
  await writer.removeFolder(folder);
  for (const [path, content] of upload.files) await writer.writeFile(`${folder}/${path}`, content);
  const found = await writer.get("data-store", workspace, store);
  const parent = await writer.get("workspace", null, workspace);
  const parameters = {
    dbtype: "app-schema",
    url: `file:${folder}/${upload.main}`,
    namespace: parent?.value.uri ?? "",
  };
  const before = found?.value ?? { ...usualOf(storeFields), enabled: true };
  const value = { ...before, storeType: APP_SCHEMA_TYPE, parameters, mapped };
  await writer.put({ kind: "data-store", workspace, name: store }, value);
  const configured = await configureTypes(writer, upload);
  return { created: found === undefined, configured };
}

/** Leaves existing types unchanged. */
async function configureTypes(writer: CatalogWriter, upload: MappingUpload): Promise<number> {
  const { workspace, store, names, configure } = upload;
  const wanted = configure === "none" ? [] : configure === "all" ? names : names.slice(0, 1);
  const known = new Set(
    (await publishedOf(writer, "feature-type", { workspace, store })).map(
      (type) => type.value.nativeName,
    ),
  );
  for (const nativeName of wanted) {
    if (!known.has(nativeName)) await publishFeatureType(writer, { workspace, store, nativeName });
  }
  return wanted.length;
}
