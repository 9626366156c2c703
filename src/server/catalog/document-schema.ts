/** Schemas of document databases, and the port to these (docs/interface.md, 4.1, rules 5 to 8). */
import type { DocumentSchema } from "../../model/document-schema.ts";
import type { Secret } from "../../model/secret.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** A document database inside a store. */
export interface DocumentStore {
  /** Id of the source data store in the mapping. */
  readonly id: string;
  readonly address: Secret;
  /** A placeholder in the address has no value. */
  readonly open: boolean;
  readonly collections: readonly string[];
}

/** Selects the documents that schemas are made from. */
export interface DocumentSelection {
  /** Hexadecimal object ids; these documents take precedence. */
  readonly ids: readonly string[];
  /** Upper limit, unless `ids` has more documents. */
  readonly max: number;
}

/**
 * Throws `document-database-address`, `document-database-unreachable` or `document-schema-empty`.
 */
export type SampleDocuments = (
  store: DocumentStore,
  selection: DocumentSelection,
) => Promise<readonly DocumentSchema[]>;

export interface StoreKey {
  readonly workspace: string;
  readonly store: string;
}

/** Lists the schemas of a store or of one internal store, in order. */
export async function documentSchemasOf(
  reader: CatalogReader,
  { workspace, store }: StoreKey,
  internalStore?: string,
): Promise<readonly Stored<"document-schema">[]> {
  const all = await reader.list("document-schema", workspace);
  return all.filter(
    ({ value }) =>
      value.store === store &&
      (internalStore === undefined || value.internalStore === internalStore),
  );
}

/** Removes the schemas of a store or of one internal store. */
export async function cleanDocumentSchemas(
  writer: CatalogWriter,
  key: StoreKey,
  internalStore?: string,
): Promise<void> {
  for (const { workspace, name } of await documentSchemasOf(writer, key, internalStore)) {
    await writer.remove({ kind: "document-schema", workspace, name });
  }
}

/** Replaces all schemas of an internal store. Deviation: schemas-kept. */
export async function replaceDocumentSchemas(
  writer: CatalogWriter,
  { workspace, store }: StoreKey,
  { internalStore, schemas }: { internalStore: string; schemas: readonly DocumentSchema[] },
): Promise<void> {
  await cleanDocumentSchemas(writer, { workspace, store }, internalStore);
  for (const schema of schemas) {
    const name = recordName(store, internalStore, schema.typeName);
    const value = { store, internalStore, schema };
    await writer.put({ kind: "document-schema", workspace, name }, value);
  }
}

export async function moveDocumentSchemas(
  writer: CatalogWriter,
  from: StoreKey,
  to: string,
): Promise<void> {
  for (const found of await documentSchemasOf(writer, from)) {
    const { internalStore, schema } = found.value;
    const { workspace } = from;
    await writer.remove({ kind: "document-schema", workspace, name: found.name });
    const name = recordName(to, internalStore, schema.typeName);
    const value = { store: to, internalStore, schema };
    await writer.put({ kind: "document-schema", workspace, name }, value);
  }
}

function recordName(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join("/");
}
