/** `plumbline operation`: acts on a store that manifests cannot declare. Runs under the lock. */
import { fault } from "../../model/diagnostic.ts";
import { waitUnless } from "../../reconciler/engine/run/pace.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import {
  OperationError,
  operate,
  requestFor,
  type SchemaOperation,
} from "../../reconciler/operations/document-schemas.ts";
import { openSession } from "../../reconciler/session.ts";
import type { WireRequest } from "../../wire/request.ts";
import type { OperationFlags } from "../flags/act.ts";
import { ended, failure, success, type CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForWriting, type WritingConnection } from "../settings/connect.ts";
import { unlessAgreed } from "./agreement.ts";
import { lockReporter } from "./lock-reporter.ts";
import { onServer, type Given } from "./on-server.ts";

/** Checks that the server supports it, asks, and runs it. */
export async function runOperation(
  given: Given<OperationFlags>,
  verb: SchemaOperation["verb"],
  store: string,
): Promise<CommandResult> {
  const { flags, context } = given;
  const operation = operationOf(verb, store, flags);
  if (typeof operation === "string")
    return ended(exitCodes.usage, `${operation} Nothing was done.\n`);
  return onServer(given, connectForWriting, async ({ connection }) => {
    try {
      const request = await requestFor(operation, connection.read);
      const question = `${verbTexts[verb][0]} the schemas of ${targetOf(operation)}?`;
      const refusal = await unlessAgreed(question, flags.yes, context);
      if (refusal !== undefined) return refusal;
      await underLock(connection, given, request);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      return failure([fault("server-refused", error.message, { hint: error.hint })]);
    }
    return done(operation);
  });
}

function operationOf(
  verb: SchemaOperation["verb"],
  text: string,
  { internalStore, ids = [], max }: OperationFlags,
): SchemaOperation | string {
  const [, workspace = "", store = ""] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (workspace === "") return `${text} is no store: it is named WORKSPACE:STORE.`;
  const operation = { verb, workspace, store, internalStore, ids, max };
  return selectionProblem(operation) ?? operation;
}

function selectionProblem({ verb, ids, max }: SchemaOperation): string | undefined {
  if (ids.includes("")) return "--ids holds an empty id.";
  const selects = ids.length > 0 || max !== undefined;
  if (selects === (verb === "rebuild-schemas")) return undefined;
  return selects
    ? "--ids and --max are for rebuild-schemas only."
    : "rebuild-schemas needs to know from which documents: give --max, --ids, or both.";
}

/** An apply could recreate the store at the same time. */
async function underLock(
  { lock: store, send }: WritingConnection,
  { flags: { lockTimeout: waitMs = 0 }, context }: Given<OperationFlags>,
  request: WireRequest,
): Promise<void> {
  const holder = thisProcess(context.environment);
  const session = await openSession({ store, holder, waitMs, onLock: lockReporter(context) });
  await session.locked(() =>
    operate(
      request,
      send,
      waitUnless(() => false),
    ),
  );
}

const verbTexts: Readonly<Record<SchemaOperation["verb"], readonly [string, string]>> = {
  "clean-schemas": ["Clean", "cleaned"],
  "rebuild-schemas": ["Rebuild", "rebuilt"],
};

function targetOf({ workspace, store, internalStore }: SchemaOperation): string {
  const which = internalStore === undefined ? "all document databases" : internalStore;
  return `${which} in ${workspace}:${store}`;
}

function done(operation: SchemaOperation): CommandResult {
  const { verb, workspace, store, internalStore = null } = operation;
  const named = { store: `${workspace}:${store}`, internal_store: internalStore };
  const text = `The schemas of ${targetOf(operation)} were ${verbTexts[verb][1]}.\n`;
  return success({ operation: verb, ...named, done: true }, text);
}
