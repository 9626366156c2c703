/** Reads app-schema stores with their types and mapping files. */
import { storePlace } from "../../../model/store.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import { workspaceOf } from "../identity/workspace.ts";
import { posix } from "node:path";
import { APP_SCHEMA_TYPE, mappingKeys, publishedNames } from "../../../model/app-schema.ts";
import type { Address } from "../../../model/address.ts";
import { digestOf } from "../../../model/digest.ts";
import { etagText, resourceAddress } from "../../../model/etag.ts";
import { parseDataStore } from "../../../wire/data-store.ts";
import { parseMapping } from "../../../wire/mapping.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { expectFound, getIfThere, ifReadable } from "../../../wire/reading.ts";
import { getResource, listFolder } from "../../../wire/resource.ts";
import { WireError } from "../../../wire/wire-error.ts";
import {
  observing,
  type Artefact,
  type Facts,
  type FactValue,
  type KindContext,
  type ListedPlace,
  type Live,
  type WantedObject,
} from "../../kind.ts";
import { unknownStores } from "../published/list.ts";
import { otherSchemas } from "./schemas.ts";
import { mappedSettings } from "./settings.ts";
import { shownTypes } from "./types.ts";
import { bundleDigest, WITH_SECRETS, type StorePayload } from "./source.ts";

type WantedStore = WantedObject<StorePayload>;

/** The wanted digest when the file means the same, else its own. */
interface StoredFile {
  readonly digest: string;
  /** Set when the file is not the wanted one. */
  readonly bytes: Uint8Array | undefined;
}

export const observeStores = observing(observe);

/** A list of stores does not show their types. */
export async function listStores(
  context: KindContext,
  { workspace, known }: Pick<ListedPlace, "workspace" | "known">,
): Promise<readonly Address[]> {
  const list = { path: pathTo("dataStores", { workspace }, "xml"), member: "dataStore", known };
  const names = await unknownStores(context, list, (store) =>
    // An unreadable store counts as a plain store, which reports it as left out.
    ifReadable(async () => {
      const path = pathTo("dataStore", { workspace, store }, "xml");
      const response = await getIfThere(context.read, path);
      return response !== undefined && parseDataStore(response).storeType === APP_SCHEMA_TYPE;
    }),
  );
  return names.map((name) => ({ kind: "AppSchemaStore", workspace, name }));
}

async function observe(context: KindContext, wanted: WantedStore): Promise<Live | undefined> {
  const { address } = wanted;
  const { workspace, store } = storePlace(address);
  const response = await getIfThere(context.read, pathTo("dataStore", { workspace, store }, "xml"));
  if (response === undefined) return undefined;
  const { storeType = "", parameters } = parseDataStore(response);
  const live = { address, requires: workspaceOf(address), etag: response.headers["etag"] };
  if (storeType !== APP_SCHEMA_TYPE) {
    // Where nothing is wanted, a store of another type is not the one that this kind once made.
    const isAsked = wanted.facts !== undefined || wanted.presence === true;
    return isAsked ? { ...live, facts: { storeType } } : undefined;
  }
  const configured = await configuredTypes(context, workspace, store);
  const mapping = await observeMapping(context, wanted, {
    url: parameters?.get("url") ?? "",
    configured,
  });
  const document = documentIn(response).content;
  const settings = mappedSettings.fields.shown(address, document, wanted.facts);
  const types = await shownTypes(context, address, wanted.payload?.types ?? {});
  return { ...live, ...mapping, facts: { storeType, ...mapping.facts, ...settings, ...types } };
}

export async function configuredTypes(
  { read }: KindContext,
  workspace: string,
  store: string,
): Promise<readonly string[]> {
  return namesAt(read, pathTo("storeFeatureTypes", { workspace, store }, "xml"), "featureType");
}

async function observeMapping(
  context: KindContext,
  wanted: WantedStore,
  { url, configured }: { url: string; configured: readonly string[] },
): Promise<Pick<Live, "facts" | "paths">> {
  const { workspace, name } = wanted.address;
  const folder = `data/${workspace}/${name}`;
  const at = url.indexOf(`${folder}/`);
  const readable = context.server.resources && at >= 0 && wanted.facts !== undefined;
  if (!readable) return { facts: { featureTypes: configured } };
  const main = url
    .slice(at + folder.length + 1)
    .replaceAll("%20", " ")
    .replaceAll("%2B", "+");
  const files = await readFolder(context, wanted, folder, "");
  const { names: featureTypes, keys } = mappedBy(wanted, files.get(main), main, configured);
  const unpublished = featureTypes.filter((type) => !configured.includes(type));
  // Without the secrets the content cannot be compared with what was applied.
  const isHidden = wanted.payload === undefined && isFilled(wanted.facts?.["mapping"]);
  const shown = { featureTypes, unpublished, ...mappedFact(context, configured, keys) };
  if (isHidden) return { facts: shown };
  const unlike = [...files].filter(([path, { bytes }]) => bytes && wanted.payload?.files.has(path));
  const schemas = otherSchemas(
    context,
    unlike.map(([path]) => path),
  );
  const facts = { ...shown, ...schemas, mapping: mappingDigest(files, wanted) };
  return { facts, paths: { mapping: [...files.keys()] } };
}

/** A stock server opens a store that publishes something, and then claims all its mapped names. */
function mappedFact(
  { server }: KindContext,
  configured: readonly string[],
  keys: readonly string[],
): Facts {
  if (server.software !== "geoserver") return {};
  return { mapped: configured.length === 0 ? [] : keys };
}

function isFilled(digest: FactValue | undefined): boolean {
  return typeof digest === "string" && digest.startsWith(`${WITH_SECRETS}-`);
}

/** The digest is written like the wanted one where both are the same. */
function mappingDigest(files: ReadonlyMap<string, StoredFile>, { payload }: WantedStore): string {
  const spelt = [...files].map(([path, { digest }]) => {
    const isSecret = payload?.files.get(path)?.isSecret;
    return [path, isSecret ? { digest, isSecret } : { digest }] as const;
  });
  return bundleDigest(new Map(spelt));
}

/** Returns undefined where the files cannot be read or lie elsewhere. */
export async function readMappingFiles(
  context: KindContext,
  address: Address,
): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const { workspace, store } = storePlace(address);
  const response = await getIfThere(context.read, pathTo("dataStore", { workspace, store }, "xml"));
  const folder = `data/${workspace}/${store}`;
  const url = response === undefined ? "" : parseDataStore(response).parameters?.get("url");
  if (!context.server.resources || url?.includes(`${folder}/`) !== true) return undefined;
  const wanted = { address, facts: undefined, payload: undefined };
  const files = await readFolder(context, wanted, folder, "");
  return new Map([...files].flatMap(([path, { bytes }]) => (bytes ? [[path, bytes]] : [])));
}

export async function readFolder(
  context: KindContext,
  wanted: WantedStore,
  folder: string,
  below: string,
): Promise<ReadonlyMap<string, StoredFile>> {
  const names = (await listFolder(context.read, posix.join(folder, below))) ?? [];
  const found = await Promise.all(
    names.map((name) => readEntry(context, wanted, folder, posix.join(below, name))),
  );
  return new Map(found.flatMap((entries) => [...entries]));
}

/** Some servers list files and folders alike; the response to a read tells them apart. */
async function readEntry(
  context: KindContext,
  wanted: WantedStore,
  folder: string,
  path: string,
): Promise<ReadonlyMap<string, StoredFile>> {
  const artefact = wanted.payload?.files.get(path);
  const file = posix.join(folder, path);
  const address = resourcePath(file);
  const known = etagOf(artefact, file);
  const response = await getResource(context.read, file, { known });
  if (response.headers["resource-type"] === "directory")
    return readFolder(context, wanted, folder, path);
  if (response.status === 304 && artefact !== undefined)
    return new Map([[path, { digest: artefact.digest, bytes: undefined }]]);
  const bytes = expectFound(response, address).body;
  const isSame = (await wanted.isSameFile?.({ field: "mapping", path, bytes })) === true;
  if (isSame && artefact !== undefined)
    return new Map([[path, { digest: artefact.digest, bytes: undefined }]]);
  // A digest of a file with a password would allow guessing the password.
  const other = artefact?.masked === undefined ? digestOf(bytes) : "another content";
  return new Map([[path, { digest: other, bytes }]]);
}

/** Returns undefined where the ETag is not known. */
function etagOf(artefact: Artefact | undefined, file: string): string | undefined {
  if (artefact === undefined || artefact.isSecret) return undefined;
  return etagText(artefact.digest, resourceAddress(file));
}

/** The configured types stand in where the mapping cannot be read. */
function mappedBy(
  { payload, facts }: WantedStore,
  main: StoredFile | undefined,
  path: string,
  configured: readonly string[],
): { readonly names: readonly string[]; readonly keys: readonly string[] } {
  const unread = { names: configured, keys: [] };
  const wanted = facts?.["featureTypes"];
  if (main?.bytes === undefined) {
    const same = main !== undefined && payload?.main === path && Array.isArray(wanted);
    return same ? { names: wanted as readonly string[], keys: payload.keys } : unread;
  }
  try {
    const mapping = parseMapping(main.bytes, payload?.properties);
    return { names: publishedNames(mapping), keys: mappingKeys(mapping) };
  } catch (error) {
    if (error instanceof WireError) return unread;
    throw error;
  }
}
