/**
 * Cleaning and rebuilding the schemas that a server keeps of document databases inside app-schema
 * stores (docs/interface.md, 4.1, rules 5 to 8). They are acts, not state: nothing declares them.
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

/** What is done to which schemas. */
export interface SchemaOperation {
  readonly verb: "clean-schemas" | "rebuild-schemas";
  readonly workspace: string;
  readonly store: string;
  /** One document database of the mappings; undefined for all of them. */
  readonly internalStore: string | undefined;
  /** For rebuilding: object ids of documents that count first, and how many are read in all. */
  readonly ids: readonly string[];
  readonly max: number | undefined;
}

/** The server cannot do it, or did not; the reason says why. */
export class OperationError extends Failure {
  /** What to do about it. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "OperationError";
    this.hint = hint;
  }
}

/**
 * The request for it, as the server spells it: looked for with GET, which such a server answers with
 * 405. Throws OperationError where the store or the operation is not there.
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

/** Does it; `wait` is for a server that has no time. Throws OperationError when the server refuses. */
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

/** Where it may be, by both names of the rebuilding. */
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
