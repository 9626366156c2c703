/** Cascaded stores and their layers (docs/compatibility.md, "Cascaded stores and layers"). */
import {
  cascadedStoreFields,
  cascadeNumbers,
  type CascadedService,
  type CascadedStorePatch,
} from "../../model/cascaded-store.ts";
import { usualOf } from "../../model/schema.ts";
import type { PublishedPatch } from "../../model/published.ts";
import { CatalogError } from "./errors.ts";
import { merged } from "./patch.ts";
import { checkPlace, createPublished, type PublishedPlace } from "./published.ts";
import type { PublishedValue, RecordValues } from "./records.ts";
import { checkFreeStoreName, checkStoreWorkspace, requireStore, type StoreNoun } from "./store.ts";
import type { CatalogWriter } from "./unit-of-work.ts";

type CascadedValue = RecordValues["wms-store"];

function cascadedStore<Service extends CascadedService>(
  service: Service,
): StoreNoun<`${Service}-store`, CascadedStorePatch> {
  return {
    record: `${service}-store`,
    publishes: `${service}-layer`,
    word: `${service} store`,
    notEmpty: ["cascaded-not-empty", `${service}store not empty`],
    checkFree: checkFreeStoreName,
    home: async (reader, asked) => {
      const { workspace, change } = asked;
      const isStock = asked.dialect.name === "geoserver";
      const found = await reader.get("workspace", null, workspace ?? "");
      if (found === undefined) {
        const message = isStock
          ? "Store must be part of a workspace"
          : `No such workspace : ${workspace}`;
        throw new CatalogError("store-workspace-missing", message);
      }
      checkStoreWorkspace(asked);
      if (change.name === undefined && isStock)
        throw new CatalogError("name-invalid", "Store name must not be null");
      return found;
    },
    checkChange: ({ workspace, change }, name) => {
      const to = { workspace: change.workspace || workspace, name: change.name || name };
      if (to.name !== name)
        throw new CatalogError("name-fixed", `Attempting to rename ${name} to ${to.name} via PUT`);
      if (to.workspace === workspace) return;
      const message = `Attempting to move ${name} from ${workspace} to ${to.workspace} via PUT`;
      throw new CatalogError("name-fixed", message);
    },
    created: ({ change }) => {
      const fresh = { ...usualOf(cascadedStoreFields), enabled: true };
      return withinReach(merged<CascadedValue>(fresh, { ...change, enabled: true }));
    },
    changed: (before, { change }) => withinReach(merged<CascadedValue>(before, change)),
  };
}

/** Enabled when they are new; names and workspaces are fixed. The remote server is not contacted. */
export const cascadedStores = { wms: cascadedStore("wms"), wmts: cascadedStore("wmts") } as const;

/** Defaults replace numbers below one. */
function withinReach(value: CascadedValue): CascadedValue {
  const usual = Object.entries(usualOf(cascadeNumbers)) as [keyof typeof cascadeNumbers, number][];
  const numbers = usual.map(([name, number]) => [name, value[name] < 1 ? number : value[name]]);
  return { ...value, ...Object.fromEntries(numbers) };
}

/** Creates an enabled layer; the remote server is not contacted. Deviation: cascades-unasked. */
export async function createCascadedLayer(
  writer: CatalogWriter,
  service: CascadedService,
  { workspace, store }: PublishedPlace,
  change: PublishedPatch,
): Promise<string> {
  await requireStore(writer, cascadedStores[service], { workspace, store }, "store-missing");
  checkPlace(`${service}-layer`, { workspace, store }, change);
  const name = change.name ?? change.nativeName;
  if (name === undefined)
    throw new CatalogError("field-missing", "The layer has no name; send <name>");
  const given = { ...change, title: change.title ?? name, enabled: true };
  const fresh: PublishedValue = { store, nativeName: name, title: name, enabled: true };
  const value = merged(fresh, given);
  await createPublished(writer, `${service}-layer`, { workspace, name, value });
  return name;
}
