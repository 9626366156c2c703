/** Infers the schema of a collection from sample documents. */
import {
  emptyShape,
  inferSchema,
  observeDocument,
  type PartHandlers,
  type DocumentSchema,
  type DocumentShape,
} from "../../model/document-schema.ts";
import { documentDatabase as limits } from "../../model/limits.ts";
import type { DocumentSelection } from "../catalog/document-schema.ts";
import { CatalogError } from "../catalog/errors.ts";

export interface DocumentCollection {
  readonly name: string;
  /** With a 2dsphere index, in the order of the indexes. */
  readonly geometryIndexes: () => Promise<readonly string[]>;
  /** In any order. */
  readonly named: (ids: readonly string[]) => AsyncIterable<PartHandlers>;
  /** In the order of the collection, without the given ids. */
  readonly others: (without: readonly string[], limit: number) => AsyncIterable<PartHandlers>;
}

/** Reads the named documents first, then others up to `max` in all. Throws if there is none. */
export async function sampleCollection(
  collection: DocumentCollection,
  { ids, max }: DocumentSelection,
): Promise<DocumentSchema> {
  const geometryIndexes = await collection.geometryIndexes();
  const named = emptyShape();
  const found = ids.length === 0 ? 0 : await observeAll(named, collection.named(ids));
  const others = emptyShape();
  if (found < max) await observeAll(others, collection.others(ids, max - found));
  const schema = inferSchema({ collection: collection.name, geometryIndexes, named, others });
  if (named.overflow || others.overflow) {
    throw new CatalogError(
      "too-large",
      `The documents of ${collection.name} hold more than ${limits.attributes} paths, or are nested more than ${limits.depth} deep`,
    );
  }
  if (schema !== undefined) return schema;
  throw new CatalogError(
    "document-schema-empty",
    `The collection ${collection.name} holds no document to make a schema from. The schemas stay as they were`,
  );
}

async function observeAll(
  shape: DocumentShape,
  documents: AsyncIterable<PartHandlers>,
): Promise<number> {
  let count = 0;
  for await (const document of documents) {
    observeDocument(shape, document);
    count++;
  }
  return count;
}
