/**
 * Commands on resources: feature types, coverages, cascaded layers. All share names with their
 * layers, so names are unique in a workspace.
 */
import { automaticDetails } from "../../model/feature-type.ts";
import { usualOf } from "../../model/schema.ts";
import { layerFields, type Layer } from "../../model/layer.ts";
import type { PublishedPatch } from "../../model/published.ts";
import { nameProblem } from "../../model/name.ts";
import { merged } from "./patch.ts";
import { CatalogError } from "./errors.ts";
import {
  firstStyle,
  copyEnabled,
  refuseLayerInGroup,
  removeLayer,
  renameLayer,
  shownKinds,
} from "./layer.ts";
import { storeLink } from "./links.ts";
import type { PublishedValue, Stored } from "./records.ts";
import { moveTemplates, removeTemplates } from "./template-files.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Record kinds with a layer. */
export type PublishedKind = (typeof shownKinds)[Layer["type"]];

/** A store of a workspace. */
export interface PublishedPlace {
  readonly workspace: string;
  readonly store: string;
}

const words = {
  "feature-type": {
    type: "VECTOR",
    store: "datastore",
    noun: "feature type",
    inUse: "feature-type-in-use",
  },
  coverage: { type: "RASTER", store: "coveragestore", noun: "coverage", inUse: "coverage-in-use" },
  "wms-layer": { type: "WMS", store: "wmsstore", noun: "wms layer", inUse: "cascaded-in-use" },
  "wmts-layer": { type: "WMTS", store: "wmtsstore", noun: "wmts layer", inUse: "cascaded-in-use" },
} as const satisfies Record<
  PublishedKind,
  { readonly type: Layer["type"]; [word: string]: string }
>;

/** Lists the resources of a store. */
export async function publishedOf<Kind extends PublishedKind>(
  reader: CatalogReader,
  kind: Kind,
  { workspace, store }: PublishedPlace,
): Promise<readonly Stored<Kind>[]> {
  const all = await reader.linked(kind, storeLink(store));
  return all.filter((one) => one.workspace === workspace);
}

export async function findPublished(
  reader: CatalogReader,
  workspace: string,
  name: string,
): Promise<Stored<PublishedKind> | undefined> {
  for (const kind of Object.values(shownKinds)) {
    const found = await reader.get(kind, workspace, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Throws if the document names another place than the URL. */
export function checkPlace(
  kind: PublishedKind,
  place: PublishedPlace,
  change: PublishedPatch,
): void {
  const asked = [
    [words[kind].store, place.store, change.store],
    ["workspace", place.workspace, change.workspace],
  ] as const;
  for (const [noun, expected, given] of asked) {
    if (given === undefined || given === expected) continue;
    const message = `Expected ${noun} ${expected} but client specified ${given}`;
    throw new CatalogError("expected-other", message);
  }
}

/** Creates an enabled resource and layer. Throws if the name is taken. */
export async function createPublished(
  writer: CatalogWriter,
  kind: PublishedKind,
  job: { readonly workspace: string; readonly name: string; readonly value: PublishedValue },
): Promise<void> {
  const { workspace, name, value } = job;
  await checkFreeName(writer, kind, job);
  await writer.put({ kind, workspace, name }, value);
  const { type } = words[kind];
  await writer.put(
    { kind: "layer", workspace, name },
    { type, store: value.store, ...usualOf(layerFields), defaultStyle: firstStyle(type) },
  );
}

async function checkFreeName(
  reader: CatalogReader,
  kind: PublishedKind,
  { workspace, name }: { readonly workspace: string; readonly name: string },
): Promise<void> {
  const problem = nameProblem(name);
  if (problem !== undefined) {
    throw new CatalogError("name-invalid", `The ${words[kind].noun} name '${name}' ${problem}`);
  }
  const other = await findPublished(reader, workspace, name);
  if (other === undefined) return;
  throw new CatalogError(
    "resource-exists",
    `Resource named '${name}' already exists in store: '${other.value.store}'`,
  );
}

/** Renames the layer and its access rules with the resource. */
export async function updatePublished<Kind extends PublishedKind>(
  writer: CatalogWriter,
  kind: Kind,
  { stored, change }: { readonly stored: Stored<Kind>; readonly change: PublishedPatch },
): Promise<void> {
  const { value, name: from } = stored;
  const workspace = stored.workspace ?? "";
  checkPlace(kind, { workspace, store: value.store }, change);
  const to = change.name ?? from;
  if (to !== from) {
    await checkFreeName(writer, kind, { workspace, name: to });
    await writer.rename({ kind, workspace, name: from }, { workspace, name: to });
    await renameLayer(writer, { workspace, from, to });
    const { store } = value;
    await moveTemplates(writer, workspace, { from: `${store}/${from}`, to: `${store}/${to}` });
  }
  const { details = automaticDetails(from) } = value;
  const after = merged<PublishedValue>({ ...value, details }, change);
  await writer.put<PublishedKind>({ kind, workspace, name: to }, after);
  await copyEnabled(writer, { workspace, name: to }, after.enabled);
}

/** Without `recurse`, throws if there is a layer; with it, if a group contains the layer. */
export async function deletePublished(
  writer: CatalogWriter,
  kind: PublishedKind,
  { stored, recurse }: { readonly stored: Stored<PublishedKind>; readonly recurse: boolean },
): Promise<void> {
  const { name } = stored;
  const workspace = stored.workspace ?? "";
  if ((await writer.get("layer", workspace, name)) !== undefined) {
    if (!recurse) {
      const { inUse, noun } = words[kind];
      throw new CatalogError(inUse, `${noun} referenced by layer(s)`);
    }
    await refuseLayerInGroup(writer, workspace, name);
  }
  await removePublished(writer, kind, stored);
}

async function removePublished(
  writer: CatalogWriter,
  kind: PublishedKind,
  stored: Stored<PublishedKind>,
): Promise<void> {
  const { name } = stored;
  const workspace = stored.workspace ?? "";
  await removeLayer(writer, workspace, name);
  await writer.remove({ kind, workspace, name });
  await removeTemplates(writer, workspace, `${stored.value.store}/${name}`);
}

export async function moveToStore(
  writer: CatalogWriter,
  kind: PublishedKind,
  { workspace, from, to }: { workspace: string; from: string; to: string },
): Promise<void> {
  for (const { name, value } of await publishedOf(writer, kind, { workspace, store: from })) {
    await writer.put({ kind, workspace, name }, { ...value, store: to });
    const layer = await writer.get("layer", workspace, name);
    if (layer !== undefined)
      await writer.put({ kind: "layer", ...layer }, { ...layer.value, store: to });
  }
}

export async function emptyStore(
  writer: CatalogWriter,
  kind: PublishedKind,
  place: PublishedPlace,
): Promise<void> {
  for (const stored of await publishedOf(writer, kind, place)) {
    await removePublished(writer, kind, stored);
  }
}
