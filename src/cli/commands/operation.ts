/** `plumbline operation`: acts on a store that no manifest can declare. Runs under the lock. */
import { confirm } from "@clack/prompts";
import {
  OperationError,
  operate,
  requestFor,
  type SchemaOperation,
} from "../../reconciler/operations/document-schemas.ts";
import { holderText } from "../../reconciler/lock/lease.ts";
import { openLock } from "../../reconciler/lock/lock.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import type { WireRequest } from "../../wire/request.ts";
import { connectForWriting, type WritingConnection } from "../settings/connect.ts";
import { endWithErrors, tell } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { onServer } from "./on-server.ts";
import { document, jsonDocument, note } from "../process/output.ts";
import { DEFAULT_PATHS } from "../flags/option.ts";
import type { EstateFlags } from "../settings/settings.ts";
import { thisProcess } from "../process/this-process.ts";

/** Flags of `operation`. */
export interface OperationFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly internalStore?: string;
  readonly ids?: readonly string[];
  readonly max?: number;
  readonly yes?: boolean;
  /** Milliseconds to wait for somebody else's lock. */
  readonly lockTimeout?: number;
}

/** Looks whether the server can do it, asks, and does it. */
export async function runOperation(
  verb: SchemaOperation["verb"],
  store: string,
  flags: OperationFlags,
): Promise<ExitCode> {
  const operation = operationOf(verb, store, flags);
  if (typeof operation === "string") {
    note(`${operation} Nothing was done.\n`);
    return exitCodes.usage;
  }
  return onServer(DEFAULT_PATHS, flags, connectForWriting, async ({ connection }) => {
    try {
      const request = await requestFor(operation, connection.read);
      const refusal = await agree(operation, flags);
      if (refusal !== undefined) return refusal;
      await underLock(connection, flags, request);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      const { message, hint } = error;
      return endWithErrors(
        [{ code: "server-refused", severity: "error", message, hint }],
        flags.output,
      );
    }
    report(operation, flags.output);
    return exitCodes.success;
  });
}

/** The operation, or what is wrong with how it is asked for. */
function operationOf(
  verb: SchemaOperation["verb"],
  text: string,
  { internalStore, ids = [], max }: OperationFlags,
): SchemaOperation | string {
  const [, workspace = "", store = ""] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (workspace === "") return `${text} is no store: it is named WORKSPACE:STORE.`;
  const operation = { verb, workspace, store, internalStore, ids, max };
  return selectionFault(operation) ?? operation;
}

function selectionFault({ verb, ids, max }: SchemaOperation): string | undefined {
  if (ids.includes("")) return "--ids holds an empty id.";
  const selects = ids.length > 0 || max !== undefined;
  if (selects === (verb === "rebuild-schemas")) return undefined;
  return selects
    ? "--ids and --max are for rebuild-schemas only."
    : "rebuild-schemas needs to know from which documents: give --max, --ids, or both.";
}

async function agree(
  operation: SchemaOperation,
  { yes }: OperationFlags,
): Promise<ExitCode | undefined> {
  if (yes) return undefined;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    note("There is nobody to ask: give --yes to do it without a question. Nothing was done.\n");
    return exitCodes.usage;
  }
  const message = `${sentenceOf(operation)}?`;
  if ((await confirm({ message, initialValue: false, output: process.stderr })) === true)
    return undefined;
  note("Nothing was done.\n");
  return exitCodes.success;
}

/** An apply may be making the store anew: only one of them writes. */
async function underLock(
  { lock: store, send }: WritingConnection,
  { lockTimeout = 0 }: OperationFlags,
  request: WireRequest,
): Promise<void> {
  const lock = openLock({
    store,
    holder: thisProcess(),
    waitMs: lockTimeout,
    onWait: (lease) => note(`Waiting for the lock of ${holderText(lease)}.\n`),
  });
  const held = await lock.take(await lock.look());
  if (held.notice !== undefined) note(`${held.notice}\n`);
  try {
    await operate(request, send);
  } finally {
    const left = await held.release();
    if (left !== undefined) tell([left]);
  }
}

const verbTexts: Readonly<Record<SchemaOperation["verb"], readonly [string, string]>> = {
  "clean-schemas": ["Clean", "cleaned"],
  "rebuild-schemas": ["Rebuild", "rebuilt"],
};

function sentenceOf(operation: SchemaOperation): string {
  return `${verbTexts[operation.verb][0]} the schemas of ${targetOf(operation)}`;
}

function targetOf({ workspace, store, internalStore }: SchemaOperation): string {
  const which = internalStore === undefined ? "all document databases" : internalStore;
  return `${which} in ${workspace}:${store}`;
}

function report(operation: SchemaOperation, output: "text" | "json"): void {
  const { verb, workspace, store, internalStore = null } = operation;
  if (output === "json")
    jsonDocument({
      format_version: FORMAT_VERSION,
      operation: verb,
      store: `${workspace}:${store}`,
      internal_store: internalStore,
      done: true,
    });
  else document(`The schemas of ${targetOf(operation)} were ${verbTexts[verb][1]}.\n`);
}
