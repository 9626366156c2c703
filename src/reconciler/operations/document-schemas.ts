/**
 * Cleans and rebuilds schemas of document databases in app-schema stores (docs/interface.md, 4.1,
 * rules 5 to 8). These are actions, not declared state.
 */
import { sendInTime } from "../../wire/clear-write.ts";
import { Failure } from "../../model/failure.ts";
import { client } from "../../model/limits.ts";
import { pathTo } from "../../wire/addressing.ts";
import { get } from "../../wire/reading.ts";
import {
  refusalText,
  succeeded,
  type Reader,
  type Transport,
  type WireRequest,
} from "../../wire/request.ts";

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

/** The server cannot do it, or failed. */
export class OperationError extends Failure {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "OperationError";
    this.hint = hint;
  }
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

/** `wait` is for a busy server. Throws OperationError when the server refuses. */
export async function operate(
  request: WireRequest,
  send: Transport,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  const response = await sendInTime({ send: () => send(request), wait });
  if (succeeded(response)) return;
  const reason = `${response.status} ${refusalText(response)}`.trim();
  throw new OperationError(`The server refused: ${reason}`, "The schemas are as they were.");
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
