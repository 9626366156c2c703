/**
 * Persisted schemas of the document databases inside app-schema stores, and the port to the
 * databases themselves (docs/interface.md, 4.1, rules 5 to 8).
 */
import type { DocumentSchema } from "../../model/document-schema.ts";
import type { Secret } from "../../model/secret.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** An internal document database of a store, with the collections that mappings read. */
export interface DocumentStore {
  /** Id of the source data store in the mapping. */
  readonly id: string;
  readonly address: Secret;
  /** Whether a placeholder in the address has no value. */
  readonly open: boolean;
  readonly collections: readonly string[];
}

/** Which documents a schema is made from. */
export interface DocumentSelection {
  /** Object ids in hexadecimal digits; these documents come first and win. */
  readonly ids: readonly string[];
  /** How many documents are read in all, unless more are named by id. */
  readonly max: number;
}

/**
 * Makes the schemas of collections by reading documents. Refuses with `document-database-address`,
 * `document-database-unreachable` or `document-schema-empty`; gives all schemas or none.
 */
export type SampleDocuments = (
  store: DocumentStore,
  selection: DocumentSelection,
) => Promise<readonly DocumentSchema[]>;

/** A store of a workspace. */
export interface StoreKey {
  readonly workspace: string;
  readonly store: string;
}

/** Persisted schemas of a store, or of one internal store, in order of internal store and type. */
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

/** Removes the persisted schemas of a store, or of one internal store. */
export async function cleanDocumentSchemas(
  writer: CatalogWriter,
  key: StoreKey,
  internalStore?: string,
): Promise<void> {
  for (const { workspace, name } of await documentSchemasOf(writer, key, internalStore)) {
    await writer.remove({ kind: "document-schema", workspace, name });
  }
}

/**
 * Puts new schemas of an internal store in the place of all old ones.
 * Deviation: schemas-kept.
 */
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

/** Takes the schemas of a store along when it gets another name. */
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
