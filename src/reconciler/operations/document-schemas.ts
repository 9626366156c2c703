/**
 * Cleans and rebuilds schemas of document databases in app-schema stores (docs/interface.md, 4.1,
 * rules 5 to 8). These are actions, not declared state.
 */
import type { Address } from "../../model/address.ts";
import { client } from "../../model/limits.ts";
import { pathTo } from "../../wire/addressing.ts";
import { get } from "../../wire/reading.ts";
import type { Reader, WireRequest } from "../../wire/request.ts";
import { OperationError, type Operation, type OperationOptions } from "./operation.ts";

const common = {
  kinds: ["AppSchemaStore"],
  usual: "AppSchemaStore",
  subject: ({ workspace, name }: Address, { internalStore }: OperationOptions) =>
    `${internalStore ?? "all document databases"} in ${workspace}:${name}`,
} as const;

export const cleanSchemas: Operation = {
  ...common,
  options: ["internalStore"],
  words: ["Clean", "the schemas of", "were cleaned"],
  prepare: async (address, { read, options }) => ({
    requests: [await requestFor(operationOf("clean-schemas", address, options), read)],
  }),
};

export const rebuildSchemas: Operation = {
  ...common,
  options: ["internalStore", "ids", "max"],
  words: ["Rebuild", "the schemas of", "were rebuilt"],
  problem: ({ ids = [], max }) => {
    if (ids.includes("")) return "--ids holds an empty id.";
    if (ids.length > 0 || max !== undefined) return undefined;
    return "rebuild-schemas needs to know from which documents: give --max, --ids, or both.";
  },
  prepare: async (address, { read, options }) => ({
    requests: [await requestFor(operationOf("rebuild-schemas", address, options), read)],
  }),
};

function operationOf(
  verb: SchemaOperation["verb"],
  { workspace, name }: Address,
  { internalStore, ids = [], max }: OperationOptions,
): SchemaOperation {
  return { verb, workspace: workspace ?? "", store: name, internalStore, ids, max };
}

/** An operation and the schemas it concerns. */
export interface SchemaOperation {
  readonly verb: "clean-schemas" | "rebuild-schemas";
  readonly workspace: string;
  readonly store: string;
  /** One document database of the mappings; all when undefined. */
  readonly internalStore: string | undefined;
  /** For rebuilding: ids of documents to read first, and the total number. */
  readonly ids: readonly string[];
  readonly max: number | undefined;
}

/**
 * The request as the server spells it, found with GET, which is answered with 405. Throws
 * OperationError where the store or operation does not exist.
 */
export async function requestFor(operation: SchemaOperation, read: Reader): Promise<WireRequest> {
  const { workspace, store } = operation;
  const found = await get(read, pathTo("dataStore", { workspace, store }, "xml"));
  if (found.status === 404)
    throw new OperationError(
      `There is no store ${workspace}:${store}`,
      "Name it as WORKSPACE:STORE, as the manifest of the store does.",
    );
  for (const path of pathsOf(operation)) {
    const { status } = await get(read, path);
    if (status === 405 || (status >= 200 && status < 300))
      return { method: "POST", path, query: queryOf(operation), timeoutMs: client.uploadTimeoutMs };
  }
  throw new OperationError(
    `The server has no ${operation.verb} for app-schema stores`,
    "It needs the modules for app-schema and for document databases.",
  );
}

/** By both names of the rebuild. */
function pathsOf({ verb, workspace, store, internalStore }: SchemaOperation): readonly string[] {
  const place = { workspace, store };
  if (internalStore === undefined) {
    const names = verb === "clean-schemas" ? (["cleanSchemas"] as const) : REBUILD;
    return names.map((name) => pathTo(name, place));
  }
  const names = verb === "clean-schemas" ? (["cleanInternalSchemas"] as const) : REBUILD_ONE;
  return names.map((name) => pathTo(name, { ...place, internalStore }));
}

const REBUILD = ["rebuildSchemas", "rebuildMongoSchemas"] as const;
const REBUILD_ONE = ["rebuildInternalSchemas", "rebuildInternalMongoSchemas"] as const;

function queryOf({ verb, ids, max }: SchemaOperation): Readonly<Record<string, string>> {
  if (verb === "clean-schemas") return {};
  return {
    ...(ids.length === 0 ? {} : { ids: ids.join(",") }),
    ...(max === undefined ? {} : { max: String(max) }),
  };
}
