/** Copies data stores with their feature types; those of mappings with the files of their mapping. */
import { APP_SCHEMA_TYPE } from "../model/app-schema.ts";
import type { Address } from "../model/address.ts";
import { parseDataStore, type DataStoreInput } from "../wire/data-store.ts";
import { parseNames } from "../wire/list.ts";
import { mediaTypes } from "../wire/media.ts";
import { pathOf } from "../wire/paths.ts";
import { getIfThere } from "../wire/reading.ts";
import { refusalText, succeeded } from "../wire/request.ts";
import { renderXml, type XmlValue } from "../wire/xml.ts";
import { packZip } from "../wire/zip.ts";
import { documentAt, each, xmlRequest, type Copying } from "./copying.ts";
import { filesBelow, writeFile } from "./files.ts";
import { copyPublished, readPublished, type FoundPublished, type StorePlace } from "./published.ts";

interface FoundStore {
  readonly place: StorePlace;
  readonly address: Address;
  readonly document: string;
  readonly said: Omit<DataStoreInput, "details">;
  readonly types: readonly FoundPublished[];
  /** Files of a mapping, and which of them is the main one; undefined for stores of other types. */
  readonly mapping: Mapping | undefined;
}

interface Mapping {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly main: string;
}

/** Copies the data stores of a workspace; `layers` are the names of its layers. */
export async function copyDataStores(
  copying: Copying,
  workspace: string,
  layers: ReadonlySet<string>,
): Promise<void> {
  const list = await getIfThere(copying.original.read, pathOf("dataStores", { workspace }, "xml"));
  const names = list === undefined ? [] : parseNames(list, "dataStore");
  const found = await each(names, (store) => readStore(copying, { workspace, store }));
  for (const store of found) {
    if (store === undefined || !(await writeStore(copying, store))) continue;
    const { place, types } = store;
    await copyPublished(copying, "FeatureType", { place, published: types, layers });
  }
}

async function readStore(copying: Copying, place: StorePlace): Promise<FoundStore | undefined> {
  const document = await documentAt(copying, pathOf("dataStore", place, "xml"));
  if (document === undefined) return undefined;
  const said = parseDataStore(document.response);
  const isMapped = said.storeType === APP_SCHEMA_TYPE;
  const kind = isMapped ? "AppSchemaStore" : "DataStore";
  return {
    place,
    address: { kind, workspace: place.workspace, name: place.store },
    document: document.text,
    said,
    types: await readPublished(copying, "FeatureType", place),
    mapping: isMapped ? await readMapping(copying, place, said) : undefined,
  };
}

async function readMapping(
  copying: Copying,
  place: StorePlace,
  { parameters }: FoundStore["said"],
): Promise<Mapping | undefined> {
  const folder = folderOf(place);
  const url = parameters?.get("url") ?? "";
  const at = url.indexOf(`${folder}/`);
  if (at === -1) return undefined;
  const main = url
    .slice(at + folder.length + 1)
    .replaceAll("%20", " ")
    .replaceAll("%2B", "+");
  const files = await filesBelow(copying, folder);
  return files.has(main) ? { files, main } : undefined;
}

function folderOf({ workspace, store }: StorePlace): string {
  return `data/${workspace}/${store}`;
}

async function writeStore(copying: Copying, store: FoundStore): Promise<boolean> {
  const { place, address, document, mapping } = store;
  const stores = pathOf("dataStores", place);
  if (address.kind === "DataStore") {
    const isMade = await copying.write(address, xmlRequest("POST", stores, document));
    // A new one is enabled and gets the namespace of its workspace, whatever its document says.
    const { enabled, parameters } = store.said;
    if (isMade && (enabled === false || parameters?.has("namespace") !== true))
      await copying.write(address, xmlRequest("PUT", pathOf("dataStore", place), document));
    return isMade;
  }
  if (mapping === undefined) {
    copying.miss(address, "the files of its mapping cannot be read");
    return false;
  }
  if (!(await upload(copying, store, mapping))) return false;
  const { enabled, description } = store.said;
  const own: Record<string, XmlValue> = {
    ...(enabled === false ? { enabled } : {}),
    ...(description === undefined || description === null ? {} : { description }),
  };
  if (Object.keys(own).length === 0) return true;
  const body = renderXml("dataStore", own);
  return copying.write(address, xmlRequest("PUT", pathOf("dataStore", place), body));
}

/** An upload claims the names that a mapping maps; what it refuses is taken file by file. */
async function upload(
  copying: Copying,
  { place, document, address }: FoundStore,
  { files, main }: Mapping,
): Promise<boolean> {
  const path = pathOf("dataStoreUpload", { ...place, upload: "file.appschema" });
  const only = files.size === 1 ? files.get(main) : undefined;
  const answer = await copying.attempt({
    method: "PUT",
    path: `${path}?configure=none${only === undefined ? "" : `&filename=${encodeURIComponent(main)}`}`,
    mediaType: only === undefined ? mediaTypes.zip : mediaTypes.textXml,
    body: only ?? (await packZip(files)),
  });
  if (succeeded(answer)) return true;
  for (const [name, bytes] of files) await writeFile(copying, `${folderOf(place)}/${name}`, bytes);
  const made = await copying.write(
    address,
    xmlRequest("POST", pathOf("dataStores", place), document),
  );
  const why = refusalText(answer).split("\n", 1)[0];
  copying.miss(address, `the copy refused its mapping: ${answer.status} ${why}`);
  return made;
}
