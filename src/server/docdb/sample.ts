/**
 * Makes schemas by sampling: which documents are read of a collection, in which order, and what
 * becomes of them. How a database is spoken to is none of its business.
 */
import {
  emptyShape,
  inferSchema,
  observeDocument,
  type DocumentFields,
  type DocumentSchema,
  type DocumentShape,
} from "../../model/document-schema.ts";
import { documentDatabase as limits } from "../../model/limits.ts";
import type { DocumentSelection } from "../catalog/document-schema.ts";
import { CatalogError } from "../catalog/errors.ts";

/** An open collection. */
export interface DocumentCollection {
  readonly name: string;
  /** Fields with a 2dsphere index, in order of the indexes. */
  readonly geometryIndexes: () => Promise<readonly string[]>;
  /** Documents with the given object ids, in any order. */
  readonly named: (ids: readonly string[]) => AsyncIterable<DocumentFields>;
  /** Documents in the order of the collection, but those with the given ids. */
  readonly others: (without: readonly string[], limit: number) => AsyncIterable<DocumentFields>;
}

/**
 * The schema of a collection: documents named by id first, then others until `max` have been
 * read in all. Refuses when nothing is found to make a schema from.
 */
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
  documents: AsyncIterable<DocumentFields>,
): Promise<number> {
  let count = 0;
  for await (const document of documents) {
    observeDocument(shape, document);
    count++;
  }
  return count;
}
