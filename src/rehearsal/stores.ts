/**
 * Copies stores with their published resources; those of mappings and mosaics from more than
 * documents.
 */
import { each } from "../model/each.ts";
import { documentIn } from "../wire/answered-document.ts";
import { mediaTypes } from "../wire/media.ts";
import { getIfThere } from "../wire/reading.ts";
import { members } from "../wire/tree.ts";
import { parseXml } from "../wire/xml.ts";
import { ifShown, type Copying } from "./copying.ts";
import { namesAt, readDocument, readDocuments, writeDocument } from "./documents.ts";
import { readMappedStore } from "./mapped-store.ts";
import { readMosaicStore } from "./mosaic-store.ts";
import {
  coverages,
  coverageStores,
  dataStores,
  featureTypes,
  layers as layerNoun,
  wmsLayers,
  wmsStores,
  wmtsLayers,
  wmtsStores,
  type FoundDocument,
  type FoundStore,
  type Noun,
  type StorePlace,
  type WorkspacePlace,
  type WriteStore,
} from "./nouns.ts";
import type { SeenRead } from "./recorder.ts";

/** The parts of a store type. */
interface StoreType {
  readonly store: Noun<WorkspacePlace>;
  readonly published: Noun<StorePlace>;
  /** Undefined if the store has no parts beside its document. */
  readonly readRest: (
    copying: Copying,
    store: FoundStore,
    seen: readonly SeenRead[],
  ) => Promise<WriteStore | undefined>;
}

const documentOnly = () => Promise.resolve(undefined);

const storeTypes: readonly StoreType[] = [
  { store: dataStores, published: featureTypes, readRest: readMappedStore },
  { store: coverageStores, published: coverages, readRest: readMosaicStore },
  { store: wmsStores, published: wmsLayers, readRest: documentOnly },
  { store: wmtsStores, published: wmtsLayers, readRest: documentOnly },
];

/** `layers` are the workspace's layer names; `seen` holds reads of granules. */
export async function copyStores(
  copying: Copying,
  workspace: string,
  { layers, seen }: { readonly layers: ReadonlySet<string>; readonly seen: readonly SeenRead[] },
): Promise<void> {
  const at = { workspace };
  for (const type of storeTypes) {
    const names = await namesAt(copying, type.store, at);
    const found = await each(names, async (name) => {
      const document = await readDocument(copying, type.store, { at, name });
      if (document === undefined) return undefined;
      const place = { workspace, store: name };
      const published = await readDocuments(copying, type.published, place);
      const store: FoundStore = { place, document, published };
      const readRest = () => type.readRest(copying, store, seen);
      return { ...store, write: await ifShown(copying, document.address, readRest) };
    });
    for (const store of found) {
      if (store === undefined) continue;
      const publish = async () => {
        for (const one of store.published)
          await publishOne(copying, type.published, { one, layers });
      };
      if (store.write !== undefined) await store.write(publish);
      else if (await writeDocument(copying, type.store, store.document)) await publish();
    }
  }
}

/** Publishing a resource also creates its layer. */
async function publishOne(
  copying: Copying,
  noun: Noun<StorePlace>,
  {
    one,
    layers,
  }: { readonly one: FoundDocument<StorePlace>; readonly layers: ReadonlySet<string> },
): Promise<void> {
  if (!(await writeDocument(copying, noun, one))) return;
  await unsetOthers(copying, noun, one);
  const { address, at } = one;
  if (layers.has(address.name)) return;
  await copying.write(address, { method: "DELETE", path: layerNoun.path(at, address.name) });
}

/** Removes fields that the original's document lacks. */
async function unsetOthers(
  { copy, write }: Copying,
  noun: Noun<StorePlace>,
  { address, at, text }: FoundDocument<StorePlace>,
): Promise<void> {
  const response = await getIfThere(copy.read, noun.path(at, address.name, "xml"));
  if (response === undefined) return;
  const own = new Set(members(parseXml(text).content).map(([field]) => field));
  const others = members(documentIn(response).content)
    .map(([field]) => field)
    .filter((field) => !own.has(field) && !field.startsWith("@"));
  if (others.length === 0) return;
  const fields = Object.fromEntries(others.map((field) => [field, null]));
  const body = JSON.stringify({ [noun.element]: fields });
  const path = noun.path(at, address.name);
  await write(address, { method: "PUT", path, mediaType: mediaTypes.json, body });
}
