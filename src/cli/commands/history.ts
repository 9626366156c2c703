/** `plumbline history`: lists the runs of an estate, or shows one. Reads only. */
import { history as limits } from "../../model/limits.ts";
import {
  loadHistory,
  runDocument,
  type RunChange,
  type RunRecord,
} from "../../reconciler/inventory/history.ts";
import { visibleLines } from "../../reconciler/report/visible.ts";
import { selectionText, symbols } from "../../reconciler/report/text.ts";
import type { HistoryFlags } from "../flags/inspect.ts";
import { ended, success, type CommandResult } from "../present/result.ts";
import { tableOf } from "../present/table.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForReading } from "../settings/connect.ts";
import { onServer, type Given } from "./on-server.ts";

/** Lists runs, newest first, or shows the run with an id prefix; `last` is the newest. */
export function runHistory(
  given: Given<HistoryFlags>,
  run: string | undefined,
): Promise<CommandResult> {
  return onServer(given, connectForReading, async ({ settings, connection }) => {
    const { name } = settings.estate;
    const runs = (await loadHistory(connection.inventory.state, name)).toReversed();
    return run === undefined ? list(runs.slice(0, given.flags.limit), name) : showOne(runs, run);
  });
}

function showOne(runs: readonly RunRecord[], asked: string): CommandResult {
  const found = asked === "last" ? runs.slice(0, 1) : runs.filter(({ id }) => id.startsWith(asked));
  const [one] = found;
  if (one === undefined || found.length > 1) {
    const what = one === undefined ? "No run" : `${found.length} runs`;
    const place = isId(asked) ? "" : ` The estate of another folder is named by -p ${asked}.`;
    const note = `${what} of the last ${runs.length} begins with ${asked}; plumbline history lists them.${place}\n`;
    return ended(exitCodes.error, note);
  }
  return success(documentOf(one), visibleLines(renderRun(one)));
}

/** Ids of runs and commits. */
function isId(text: string): boolean {
  return /^[0-9a-f]+$/i.test(text);
}

function list(runs: readonly RunRecord[], estate: string): CommandResult {
  const text =
    runs.length === 0 ? `No run of the estate ${estate} is recorded.\n` : renderTable(runs);
  return success({ estate, runs: runs.map(documentOf) }, text);
}

function documentOf(run: RunRecord) {
  return { ...runDocument(run), back: wayBack(run) ?? null };
}

function renderTable(runs: readonly RunRecord[]): string {
  const rows = runs.map((run) => [
    run.id,
    run.started.replace(/\.\d+Z$/, "Z"),
    run.command,
    run.result,
    `${run.who}@${run.host}`,
    commitText(run).slice(0, 12),
    changesText(run),
  ]);
  const head = ["Id", "Started", "Command", "Result", "By", "Commit", "Changes"];
  const hint = runs.some((run) => wayBack(run) !== undefined) ? `\n${BACK}\n` : "";
  return `${tableOf([head, ...rows])}\n${hint}`;
}

const BACK = "To go back to what a run applied: git checkout COMMIT && plumbline apply";

function commitText({ commit }: RunRecord): string {
  return commit ?? "-";
}

function renderRun(run: RunRecord): string {
  const { requests, omitted, ci } = run;
  const modified = run.modified ? " and what was not committed" : "";
  const head = [
    `Run ${run.id}: ${run.command}, ${run.result}`,
    `  started    ${run.started}, took ${run.tookMs / 1_000} s`,
    `  by         ${run.who} on ${run.host}${ci === undefined ? "" : `, ${ci.system}`}`,
    ...(ci?.url === undefined ? [] : [`  run        ${ci.url}`]),
    `  commit     ${commitText(run)}${modified}`,
    `  manifests  ${run.manifests}`,
    `  plan       ${run.plan}`,
    ...(run.selection === undefined ? [] : [`  selected   ${selectionText(run.selection)}`]),
    `  changes    ${changesText(run)}`,
    `  requests   ${requests.planned} planned, ${requests.done} done, ${requests.failed} failed`,
  ];
  const changes = run.changes.map(
    ({ address, action, done }) => `  ${symbols[action]} ${address}${done ? "" : "  not done"}`,
  );
  const more = omitted === 0 ? [] : [`  and ${omitted} more`];
  const failures = run.failures.map(
    ({ summary, status, message }) =>
      `  failed: ${summary}: ${[status, message].filter((part) => part !== undefined).join(" ")}`,
  );
  const back = wayBack(run);
  const end = back === undefined ? [] : ["", `Back to what it applied: ${back}`];
  const lines = [...head, "", ...changes, ...more, ...failures];
  return `${[...lines, ...end].join("\n").trimEnd()}\n`;
}

/**
 * The command that restores what a run applied; undefined where no commit has it. Users execute
 * this text and records come from the server, so only hexadecimal commits are accepted.
 */
function wayBack({ commit, modified, command, result }: RunRecord): string | undefined {
  const isCommit = commit !== undefined && isId(commit);
  const isKept = isCommit && !modified && command !== "destroy";
  return isKept && result === "applied" ? `git checkout ${commit} && plumbline apply` : undefined;
}

/** What became of an object; `none` is recorded only for adopted ones. */
export const became: Readonly<Record<RunChange["action"], string>> = {
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
  forget: "forgotten",
  none: "adopted",
};

/**
 * Such as `Style 2 updated, Layer/topp:roads created, 3 not done`: a single object by its address,
 * several by their number; `none` without changes.
 */
export function changesText({ changes, omitted }: Pick<RunRecord, "changes" | "omitted">): string {
  const groups = Map.groupBy(
    changes.filter(({ done }) => done),
    ({ address, action }) => `${kindOf(address)} ${action}`,
  );
  const named = [...groups.values()].slice(0, limits.named);
  const shown = named.reduce((sum, group) => sum + group.length, 0);
  const undone = changes.filter(({ done }) => !done).length;
  const more = changes.length - undone - shown + omitted;
  const parts = [
    ...named.map(groupText),
    ...(more === 0 ? [] : [`${more} more`]),
    ...(undone === 0 ? [] : [`${undone} not done`]),
  ];
  return parts.length === 0 ? "none" : parts.join(", ");
}

function groupText(group: readonly RunChange[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const { address, action } = first;
  const what = group.length === 1 ? address : `${kindOf(address)} ${group.length}`;
  return `${what} ${became[action]}`;
}

function kindOf(address: string): string {
  return address.slice(0, address.indexOf("/"));
}
