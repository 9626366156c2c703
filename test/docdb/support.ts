/** A catalog with app-schema stores over document databases, and the verbs on their schemas. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BSON } from "mongodb";
import type { DialectName } from "../../src/model/dialect.ts";
import { secret } from "../../src/model/secret.ts";
import { mongoSampler, type DocumentTimeouts } from "../../src/server/docdb/mongo.ts";
import { openCatalogServer } from "../../src/server/open.ts";
import { documentMapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, CHEAP_COSTS, PASSWORD, USER } from "../support/servers/catalog.ts";

/** Short enough for tests, long enough for a busy machine. */
const QUICK: DocumentTimeouts = {
  selectionTimeoutMs: 800,
  operationTimeoutMs: 500,
  requestTimeoutMs: 5_000,
};

/** The object id that ends in a number. */
export const id = (n: number) => new BSON.ObjectId(n.toString(16).padStart(24, "0"));

/** A catalog with the workspace w1, by short requests. */
export interface Door {
  readonly send: (
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: string,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  /** Makes w1:st anew from a mapping. */
  readonly use: (mapping: string) => Promise<void>;
  /** Schemas kept for an internal store of w1:st. */
  readonly schemas: (internalStore?: string) => Promise<readonly KeptSchema[]>;
  readonly close: () => Promise<void>;
}

/** A persisted schema as it is read back. */
export interface KeptSchema {
  readonly typeName: string;
  readonly userData: { readonly collection: string };
  readonly geometryDescriptor?: { readonly localName: string };
  readonly attributeDescriptors: readonly {
    readonly localName: string;
    readonly type: { readonly binding: string };
  }[];
}

/** Starts a catalog. `sampled` runs when documents have been read, before anything is kept. */
export async function openDoor(
  options: {
    dialect?: DialectName;
    timeouts?: DocumentTimeouts;
    properties?: ReadonlyMap<string, string>;
    sampled?: () => Promise<unknown>;
  } = {},
): Promise<Door> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-docdb-"));
  const { timeouts = QUICK, dialect = "documented", properties, sampled } = options;
  const real = mongoSampler(timeouts);
  const { app, close } = await openCatalogServer({
    folder,
    dialect,
    administrator: { user: USER, password: secret(PASSWORD) },
    costs: CHEAP_COSTS,
    version: "0.0.0-test",
    ...(properties === undefined ? {} : { properties }),
    sample: async (...asked) => {
      const schemas = await real(...asked);
      await sampled?.();
      return schemas;
    },
  });
  const send: Door["send"] = async (method, path, body) => {
    const answer = await app.inject({
      method,
      url: `/rest${path}`,
      headers: { authorization: AUTHORIZATION, ...(body && { "content-type": "text/xml" }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, text: answer.body };
  };
  await send("POST", "/workspaces", "<workspace><name>w1</name></workspace>");
  return {
    send,
    use: async (mapping) => {
      await send("DELETE", "/workspaces/w1/datastores/st?recurse=true");
      await send("PUT", "/workspaces/w1/datastores/st/file.appschema?configure=none", mapping);
    },
    schemas: async (internalStore = "db") => {
      const { text } = await send("GET", `/plumbline/document-schemas/w1/st/${internalStore}`);
      return (JSON.parse(text) as { schemas: readonly KeptSchema[] }).schemas;
    },
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A mapping with one internal store `db` that reads one collection per given name. */
export function mappingOf(address: string, ...collections: readonly string[]): string {
  const types = collections.map((collection, at) => [`T${at}`, { store: "db", collection }]);
  return documentMapping(Object.fromEntries(types), { db: address });
}

/** Path of the verbs of w1:st. */
export const STORE = "/workspaces/w1/appschemastores/st";
/** Path of the verbs of the internal store db. */
export const INTERNAL = `${STORE}/datastores/db`;

/** Attributes of a schema with the last part of their Java names. */
export function attributesOf(schema: KeptSchema | undefined): Readonly<Record<string, string>> {
  const pairs = schema?.attributeDescriptors.map(({ localName, type }) => [
    localName,
    type.binding.split(".").at(-1) ?? "",
  ]);
  return Object.fromEntries(pairs ?? []);
}
