/**
 * The only code that connects to a document database. Addresses contain credentials and driver
 * messages may contain addresses, so error messages are written here and never quote either.
 */
import {
  BSON,
  MongoClient,
  MongoError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  type Collection,
  type Db,
} from "mongodb";
import type { PartHandlers } from "../../model/document-schema.ts";
import { documentDatabase as limits } from "../../model/limits.ts";
import { reveal } from "../../model/secret.ts";
import type { DocumentStore, SampleDocuments } from "../catalog/document-schema.ts";
import { CatalogError } from "../catalog/errors.ts";
import { fieldsOf } from "./document.ts";
import { sampleCollection, type DocumentCollection } from "./sample.ts";

/** Error codes for missing collections and for views. */
const WITHOUT_INDEXES = new Set<unknown>([26, 166]);
const AUTHENTICATION_FAILED = new Set<unknown>([18, 8000]);
const INVALID_NAMESPACE = 73;
const BATCH = 100;

export interface DocumentTimeouts {
  /** Until a server is found. */
  readonly selectionTimeoutMs: number;
  /** For one operation. */
  readonly operationTimeoutMs: number;
  /** For everything that one call reads. */
  readonly requestTimeoutMs: number;
}

/** Reads document databases. Each call connects and disconnects. */
export function mongoSampler(timeouts: DocumentTimeouts = limits): SampleDocuments {
  return async (store, selection) => {
    const { client, database } = openClient(store, timeouts);
    const signal = AbortSignal.timeout(timeouts.requestTimeoutMs);
    try {
      const schemas = [];
      for (const name of store.collections) {
        schemas.push(await sampleCollection(openCollection(database, name, signal), selection));
      }
      return schemas;
    } catch (error) {
      throw refusalOf(store, error);
    } finally {
      await client.close();
    }
  };
}

function openClient(
  store: DocumentStore,
  timeouts: DocumentTimeouts,
): { readonly client: MongoClient; readonly database: Db } {
  const address = reveal(store.address);
  if (store.open) {
    throw badAddress(store, "holds a ${…} that this server has no value for");
  }
  if (!/^mongodb(?:\+srv)?:\/\/[^/]+\/[^?]/.test(address)) {
    throw badAddress(store, "is not of the form mongodb://HOST:PORT/DATABASE");
  }
  try {
    const client = new MongoClient(address, {
      appName: "plumbline",
      connectTimeoutMS: timeouts.selectionTimeoutMs,
      serverSelectionTimeoutMS: timeouts.selectionTimeoutMs,
      socketTimeoutMS: timeouts.operationTimeoutMs,
      waitQueueTimeoutMS: timeouts.operationTimeoutMs,
      maxPoolSize: 1,
      minPoolSize: 0,
      retryReads: false,
    });
    return { client, database: client.db() };
  } catch {
    throw badAddress(store, "cannot be understood; see the options of MongoDB connection strings");
  }
}

function openCollection(database: Db, name: string, signal: AbortSignal): DocumentCollection {
  const collection = collectionOf(database, name);
  const read = (filter: object, limit: number) =>
    documentsOf(
      collection.find(filter, { raw: true, batchSize: Math.min(BATCH, limit), limit, signal }),
    );
  const objectIds = (ids: readonly string[]) => ids.map((id) => new BSON.ObjectId(id));
  return {
    name,
    geometryIndexes: async () => geometryFields(await indexesOf(collection.listIndexes())),
    named: (ids) => read({ _id: { $in: objectIds(ids) } }, ids.length),
    others: (without, limit) =>
      read(without.length === 0 ? {} : { _id: { $nin: objectIds(without) } }, limit),
  };
}

/** The driver accepts some names that no server accepts. */
function collectionOf(database: Db, name: string): Collection {
  if (!/^\.|\.\.|\.$|[$\0]/.test(name) && name !== "") return database.collection(name);
  const message = `'${name}' cannot be the name of a collection. The schemas stay as they were`;
  throw new CatalogError("document-schema-empty", message);
}

async function indexesOf(cursor: {
  readonly toArray: () => Promise<object[]>;
}): Promise<readonly object[]> {
  try {
    return await cursor.toArray();
  } catch (error) {
    if (error instanceof MongoServerError && WITHOUT_INDEXES.has(error.code)) return [];
    throw error;
  }
}

function geometryFields(indexes: readonly { readonly key?: unknown }[]): readonly string[] {
  const keys = indexes.flatMap(({ key }) =>
    typeof key === "object" && key !== null ? [...entriesOf(key)] : [],
  );
  return [...new Set(keys.filter(([, type]) => type === "2dsphere").map(([field]) => field))];
}

function entriesOf(key: object): Iterable<readonly [string, unknown]> {
  return key instanceof Map ? (key as Map<string, unknown>) : Object.entries(key);
}

/** Documents arrive as bytes: their size is checked before they are decoded. */
async function* documentsOf(cursor: AsyncIterable<unknown>): AsyncIterable<PartHandlers> {
  for await (const bytes of cursor) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError("the driver gave no bytes");
    if (bytes.byteLength > limits.documentBytes) {
      throw new CatalogError(
        "too-large",
        `A document has ${bytes.byteLength} bytes; the limit is ${limits.documentBytes}`,
      );
    }
    // Keeps number types by their width, and binaries by their subtype.
    const options = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };
    yield fieldsOf(BSON.deserialize(bytes, options));
  }
}

function badAddress({ id }: DocumentStore, problem: string): CatalogError {
  return new CatalogError(
    "document-database-address",
    `The data_store of the internal store ${id} ${problem}. Correct the mapping; the schemas stay as they were`,
  );
}

function refusalOf(store: DocumentStore, error: unknown): CatalogError {
  if (error instanceof CatalogError) return error;
  if (error instanceof MongoServerError && error.code === INVALID_NAMESPACE) {
    return badAddress(store, "or its collections have a name that the server does not take");
  }
  const reason = reasonOf(error);
  return new CatalogError(
    "document-database-unreachable",
    `The document database of the internal store ${store.id} ${reason}. The schemas stay as they were`,
  );
}

/** Errors are reported by name only: even runtime errors may contain the address. */
function reasonOf(error: unknown): string {
  if (error instanceof MongoError) return driverReason(error);
  if (error instanceof BSON.BSONError) return "sent a document that cannot be read";
  if (error instanceof DOMException && error.name === "TimeoutError") return "took too long";
  const code = systemCode(error);
  if (code !== undefined) return `cannot be reached (${code})`;
  return `cannot be used (${error instanceof Error ? error.name : "unknown"})`;
}

function driverReason(error: MongoError): string {
  if (error instanceof MongoServerError) {
    return AUTHENTICATION_FAILED.has(error.code)
      ? "refused the credentials of the mapping"
      : `answered with an error (${error.codeName ?? `code ${String(error.code)}`})`;
  }
  if (error instanceof MongoServerSelectionError) {
    return `cannot be reached within its time (${systemCode(error) ?? "no server answered"})`;
  }
  if (error instanceof MongoNetworkError) {
    return `broke off or did not answer in time (${systemCode(error) ?? error.name})`;
  }
  // Also raised for our own timeout.
  if (error instanceof MongoOperationTimeoutError) return "took too long";
  return `cannot be used (${error.name})`;
}

/** The error code in the chain of causes, such as ECONNREFUSED. */
function systemCode(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 5) return undefined;
  const { code, cause, reason } = error as { code?: unknown; cause?: unknown; reason?: unknown };
  if (typeof code === "string" && /^E[A-Z_]+$/.test(code)) return code;
  return systemCode(cause, depth + 1) ?? systemCode(serverErrorOf(reason), depth + 1);
}

function serverErrorOf(reason: unknown): unknown {
  const { servers } = (reason ?? {}) as { servers?: unknown };
  if (!(servers instanceof Map)) return undefined;
  const described = [...(servers as Map<string, { error?: unknown }>).values()];
  return described.find(({ error }) => error !== null && error !== undefined)?.error;
}
