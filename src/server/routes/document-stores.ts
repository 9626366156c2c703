/** Finds the document databases of a store in its mapping files. */
import { APP_SCHEMA_TYPE, sourceName, type Mapping } from "../../model/app-schema.ts";
import { xml as limits } from "../../model/limits.ts";
import { parseDocumentSources, type DocumentSource } from "../../wire/document-source.ts";
import { examineBundle } from "../../wire/mapping-bundle.ts";
import { mappingPath } from "../catalog/app-schema.ts";
import type { DocumentStore } from "../catalog/document-schema.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader, StoredFile } from "../catalog/unit-of-work.ts";
import { propertiesFor, type ServerContext } from "../context.ts";

export interface StoreContent {
  readonly stores: readonly DocumentStore[];
  /** Ids of the other internal stores that a mapping reads. */
  readonly others: ReadonlySet<string>;
  /** Changes with the mapping files. */
  readonly digest: string;
}

interface MappingFile {
  readonly mapping: Mapping;
  readonly sources: readonly DocumentSource[];
}

/** Returns undefined if this is not an app-schema store. */
export async function documentStoresOf(
  reader: CatalogReader,
  context: ServerContext,
  store: Stored<"data-store">,
): Promise<StoreContent | undefined> {
  if (store.value.storeType !== APP_SCHEMA_TYPE) return undefined;
  const { files, digest } = await mappingFiles(reader, context, store);
  const collections = new Map<string, Set<string>>();
  for (const { mapping } of files) {
    for (const type of mapping.types) {
      const known = collections.get(type.source) ?? new Set();
      collections.set(type.source, known.add(sourceName(mapping, type)));
    }
  }
  const sources = new Map(files.flatMap((file) => file.sources).map((one) => [one.id, one]));
  const stores = [...collections].flatMap(([id, names]) => {
    const source = sources.get(id);
    return source === undefined ? [] : [{ ...source, collections: [...names] }];
  });
  const others = new Set([...collections.keys()].filter((id) => !sources.has(id)));
  return { stores, others, digest };
}

/** A stock server reads only the main mapping file. */
async function mappingFiles(
  reader: CatalogReader,
  context: ServerContext,
  { value }: Stored<"data-store">,
): Promise<{ files: readonly MappingFile[]; digest: string }> {
  const path = mappingPath(value.parameters);
  if (path === undefined || (await reader.file(path)) === undefined)
    return { files: [], digest: "" };
  const folder = path.split("/").slice(0, 3).join("/");
  const kept = await reader.filesUnder(folder);
  const contents = new Map<string, Uint8Array>();
  for (const file of kept.filter(mayBeMapping)) {
    contents.set(file.path.slice(folder.length + 1), await reader.content(file));
  }
  const main = path.slice(folder.length + 1);
  const properties = propertiesFor(context, path);
  const { mappings } = examineBundle({ files: contents, main, packed: false, properties });
  const visible = context.dialect.name === "geoserver" ? [main] : [...mappings.keys()];
  const files = visible.flatMap((file) => {
    const mapping = mappings.get(file);
    const bytes = contents.get(file);
    if (mapping === undefined || bytes === undefined) return [];
    return [{ mapping, sources: parseDocumentSources(bytes, properties) }];
  });
  return { files, digest: kept.map((file) => `${file.path} ${file.digest}`).join("\n") };
}

/** Skips XML schemas and oversized files. */
function mayBeMapping(file: StoredFile): boolean {
  return file.bytes <= limits.mappingBytes && !/\.xsd$/i.test(file.path);
}
