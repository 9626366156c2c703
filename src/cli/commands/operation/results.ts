/** What an operation came to, in words and as a document. */
import type { Address } from "../../../model/address.ts";
import { capitalized, count } from "../../../model/count.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Task } from "../../../reconciler/operations/operation.ts";
import { operations, type OperationVerb } from "../../../reconciler/operations/table.ts";
import type { ListedTask } from "../../../wire/tile-tasks.ts";
import { diagnosticDocuments } from "../../../reconciler/report/json.ts";
import type { OperationFlags } from "../../flags/act.ts";
import { failure, success, type CommandResult } from "../../present/result.ts";
import { exitCodes, type ExitCode } from "../../process/exit-codes.ts";

/** What is meant, with its requests. */
export interface Job {
  readonly name: string;
  /** Undefined for the whole server. */
  readonly address: Address | undefined;
  readonly task: Task;
}

/** `running`: what was started goes on, and nobody watches it. */
export interface ObjectResult extends Job {
  readonly outcome: "done" | "running" | "ended" | "refused" | "skipped";
  readonly tiles?: Pick<ListedTask, "done" | "total">;
  readonly diagnostics: readonly Diagnostic[];
}

interface About {
  readonly verb: OperationVerb;
  readonly what: string;
  readonly done: string;
  readonly flags: OperationFlags;
  readonly interrupted: () => boolean;
}

export function concluded(results: readonly ObjectResult[], about: About): CommandResult {
  const { verb, interrupted } = about;
  const diagnostics = results.flatMap((one) => one.diagnostics);
  const isRefused = results.every(({ outcome }) => outcome === "refused");
  if (isRefused) return failure(diagnostics);
  const isDone = results.every(({ outcome }) => outcome === "done");
  const document = {
    operation: verb,
    ...storeOf(results, about),
    objects: results.map(({ name, outcome, tiles, diagnostics: own }) => ({
      object: name,
      outcome,
      ...(tiles && { tiles: tiles.done, of: tiles.total }),
      diagnostics: diagnosticDocuments(own),
    })),
    done: isDone,
  };
  const text = results.map((one) => `${sentence(one, about)}\n`).join("");
  return success(document, text, { code: codeOf(results, interrupted()), diagnostics });
}

/** As documents named the store before there were other objects. */
function storeOf([first]: readonly ObjectResult[], { verb, flags }: About) {
  const { address } = first ?? {};
  if (address === undefined || !operations[verb].options.some((one) => one === "internalStore"))
    return {};
  const internal_store = flags.internalStore ?? null;
  return { store: `${address.workspace}:${address.name}`, internal_store };
}

function codeOf(results: readonly ObjectResult[], isInterrupted: boolean): ExitCode {
  if (isInterrupted) return exitCodes.interrupted;
  const isWhole = results.every(({ outcome }) => outcome === "done" || outcome === "running");
  return isWhole ? exitCodes.success : exitCodes.partial;
}

function sentence({ name, outcome, tiles }: ObjectResult, { what, done, verb }: About): string {
  const subject = `${capitalized(what)} ${name}`;
  if (outcome === "refused") return `${subject}: refused.`;
  if (outcome === "skipped") return `${subject}: not tried.`;
  const drawn = tiles === undefined ? "" : `, ${tiles.done} of about ${count(tiles.total, "tile")}`;
  if (outcome === "ended") return `${subject}: no longer listed${drawn}.`;
  if (outcome === "done")
    return `${subject} ${tiles && verb === "seed" ? "were drawn" : done}${drawn}.`;
  return verb === "seed"
    ? `${subject} are being drawn${drawn}; plumbline operation seed ${name} --stop ends it.`
    : `${subject} are being truncated${drawn}.`;
}
