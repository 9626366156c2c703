/** Copies data stores with their feature types; those of mappings with the files of their mapping. */
import { APP_SCHEMA_TYPE, publishedNames } from "../model/app-schema.ts";
import type { Address } from "../model/address.ts";
import type { DataStorePatch } from "../model/data-store.ts";
import { parseDataStore } from "../wire/data-store.ts";
import { parseNames } from "../wire/list.ts";
import { parseMapping } from "../wire/mapping.ts";
import { mediaTypes } from "../wire/media.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { succeeded } from "../wire/request.ts";
import { WireError } from "../wire/wire-error.ts";
import { renderXml, type XmlValue } from "../wire/xml.ts";
import { packZip } from "../wire/zip.ts";
import { documentAt, each, xmlRequest, type Copying } from "./copying.ts";
import { filesBelow, writeFile } from "./files.ts";
import {
  copyPublished,
  nativeNameIn,
  readPublished,
  type FoundPublished,
  type StorePlace,
} from "./published.ts";

interface FoundStore {
  readonly place: StorePlace;
  readonly address: Address;
  readonly document: string;
  readonly said: DataStorePatch;
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
  const list = await getIfThere(copying.original.read, pathTo("dataStores", { workspace }, "xml"));
  const names = list === undefined ? [] : parseNames(list, "dataStore");
  const found = await each(names, (store) => readStore(copying, { workspace, store }));
  for (const store of found) {
    if (store === undefined) continue;
    const { place, types } = store;
    const publish = () =>
      copyPublished(copying, "FeatureType", { place, published: types, layers });
    if (store.address.kind === "DataStore") {
      if (await writeDocument(copying, store)) await publish();
    } else await writeMapped(copying, store, publish);
  }
}

async function readStore(copying: Copying, place: StorePlace): Promise<FoundStore | undefined> {
  const document = await documentAt(copying, pathTo("dataStore", place, "xml"));
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

async function writeDocument(copying: Copying, store: FoundStore): Promise<boolean> {
  const { place, address, document, said } = store;
  const stores = pathTo("dataStores", place);
  const secretly = { confidential: true } as const;
  const isMade = await copying.write(address, {
    ...xmlRequest("POST", stores, document),
    ...secretly,
  });
  // A new one is enabled and gets the namespace of its workspace, whatever its document says.
  if (isMade && (said.enabled === false || said.parameters?.has("namespace") !== true))
    await copying.write(address, {
      ...xmlRequest("PUT", pathTo("dataStore", place), document),
      ...secretly,
    });
  return isMade;
}

/** Types can only be published that a mapping maps; those that it maps no more stay published. */
async function writeMapped(
  copying: Copying,
  store: FoundStore,
  publish: () => Promise<void>,
): Promise<void> {
  const { address, mapping } = store;
  if (mapping === undefined && copying.original.server.resources)
    copying.miss(address, "the files of its mapping cannot be read");
  const standIn = isWhole(store) ? undefined : standInFor(store);
  const first = standIn ?? mapping;
  if (first === undefined || !(await upload(copying, store, first))) return;
  await publish();
  if (standIn !== undefined && mapping !== undefined) await upload(copying, store, mapping);
  await writeRest(copying, store);
}

/** What an upload does not say of a store. */
async function writeRest(
  copying: Copying,
  { place, address, said: { enabled, description } }: FoundStore,
): Promise<void> {
  const own: Record<string, XmlValue> = {
    ...(enabled === false ? { enabled } : {}),
    ...(description === undefined || description === null ? {} : { description }),
  };
  if (Object.keys(own).length === 0) return;
  const body = renderXml("dataStore", own);
  await copying.write(address, xmlRequest("PUT", pathTo("dataStore", place), body));
}

/** Whether a mapping can be read and maps all that its store publishes. */
function isWhole({ mapping, types }: FoundStore): boolean {
  const bytes = mapping?.files.get(mapping.main);
  if (bytes === undefined) return false;
  try {
    const mapped = new Set(publishedNames(parseMapping(bytes, undefined)));
    return types.every(({ document }) => mapped.has(nativeNameIn(document)));
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}

/** A mapping of everything that a store publishes, from nowhere. */
function standInFor({ place, types }: FoundStore): Mapping {
  const main = `${place.store}.appschema`;
  const text = renderXml("as:AppSchemaDataAccess", {
    "@xmlns:as": "http://www.geotools.org/app-schema",
    namespaces: { Namespace: { prefix: "standin", uri: "http://standin" } },
    sourceDataStores: {
      DataStore: { id: "none", parameters: { Parameter: { name: "dbtype", value: "none" } } },
    },
    targetTypes: { FeatureType: { schemaUri: "http://standin/schema.xsd" } },
    typeMappings: {
      FeatureTypeMapping: types.map(({ document }) => ({
        mappingName: nativeNameIn(document),
        sourceDataStore: "none",
        sourceType: "none",
        targetElement: "standin:Any",
        attributeMappings: "",
      })),
    },
  });
  return { files: new Map([[main, new TextEncoder().encode(text)]]), main };
}

/** An upload claims the names that a mapping maps; what it refuses is taken file by file. */
async function upload(
  copying: Copying,
  { place, document, address }: FoundStore,
  { files, main }: Mapping,
): Promise<boolean> {
  const path = pathTo("dataStoreUpload", { ...place, upload: "file.appschema" });
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
    xmlRequest("POST", pathTo("dataStores", place), document),
  );
  // A mapping may hold a password, which what refuses it may quote.
  copying.miss(address, `the copy refused its mapping with ${answer.status}`);
  return made;
}
