/** Copies app-schema stores by uploading their mapping files. */
import { publishedNames } from "../model/app-schema.ts";
import { pathTo } from "../wire/addressing.ts";
import { parseDataStore } from "../wire/data-store.ts";
import { parseMapping } from "../wire/mapping.ts";
import { mediaTypes } from "../wire/media.ts";
import { succeeded } from "../wire/request.ts";
import { WireError } from "../wire/wire-error.ts";
import { renderXml } from "../wire/xml.ts";
import { packZip } from "../wire/zip.ts";
import { xmlRequest, type Copying } from "./copying.ts";
import { filesBelow, writeFile } from "./files.ts";
import { nativeNameIn, type FoundStore, type StorePlace, type WriteStore } from "./nouns.ts";
import { settingsAgain } from "./store-settings.ts";

interface Mapping {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly main: string;
}

/** Undefined for stores of other types. */
export async function readMappedStore(
  copying: Copying,
  store: FoundStore,
): Promise<WriteStore | undefined> {
  if (store.document.address.kind !== "AppSchemaStore") return undefined;
  const mapping = await readMapping(copying, store);
  return (publish) => writeMapped(copying, { ...store, mapping }, publish);
}

async function readMapping(
  copying: Copying,
  { place, document }: FoundStore,
): Promise<Mapping | undefined> {
  const { parameters } = parseDataStore(document.response);
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

interface MappedStore extends FoundStore {
  readonly mapping: Mapping | undefined;
}

/** Only mapped types can be published, but they stay published when the mapping drops them. */
async function writeMapped(
  copying: Copying,
  store: MappedStore,
  publish: () => Promise<void>,
): Promise<void> {
  const { document, mapping } = store;
  if (mapping === undefined && copying.original.server.resources)
    copying.miss(document.address, "the files of its mapping cannot be read");
  const standIn = isWhole(store) ? undefined : standInFor(store);
  const first = standIn ?? mapping;
  if (first === undefined || !(await upload(copying, store, first))) return;
  await publish();
  if (standIn !== undefined && mapping !== undefined) await upload(copying, store, mapping);
  await writeRest(copying, store);
}

/** Sets what an upload does not set. */
async function writeRest(copying: Copying, { place, document }: FoundStore): Promise<void> {
  const own = settingsAgain(document.text);
  if (Object.keys(own).length === 0) return;
  const body = renderXml("dataStore", own);
  await copying.write(document.address, xmlRequest("PUT", pathTo("dataStore", place), body));
}

/** Whether the mapping is readable and maps every published type. */
function isWhole({ mapping, published }: MappedStore): boolean {
  const bytes = mapping?.files.get(mapping.main);
  if (bytes === undefined) return false;
  try {
    const mapped = new Set(publishedNames(parseMapping(bytes, undefined)));
    return published.every(({ text }) => mapped.has(nativeNameIn(text)));
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}

/** A placeholder mapping of all published types. */
function standInFor({ place, published }: FoundStore): Mapping {
  const main = `${place.store}.appschema`;
  const text = renderXml("as:AppSchemaDataAccess", {
    "@xmlns:as": "http://www.geotools.org/app-schema",
    namespaces: { Namespace: { prefix: "standin", uri: "http://standin" } },
    sourceDataStores: {
      DataStore: { id: "none", parameters: { Parameter: { name: "dbtype", value: "none" } } },
    },
    targetTypes: { FeatureType: { schemaUri: "http://standin/schema.xsd" } },
    typeMappings: {
      FeatureTypeMapping: published.map((type) => ({
        mappingName: nativeNameIn(type.text),
        sourceDataStore: "none",
        sourceType: "none",
        targetElement: "standin:Any",
        attributeMappings: "",
      })),
    },
  });
  return { files: new Map([[main, new TextEncoder().encode(text)]]), main };
}

/** An upload claims the mapped names; after a refusal the files are written one by one. */
async function upload(
  copying: Copying,
  { place, document: { address, text } }: FoundStore,
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
  const made = await copying.write(address, xmlRequest("POST", pathTo("dataStores", place), text));
  // A refusal may quote a password of the mapping, so it is not repeated.
  copying.miss(address, `the copy refused its mapping with ${answer.status}`);
  return made;
}
