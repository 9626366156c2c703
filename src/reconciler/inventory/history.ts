/** The runs of an estate, newest last and bounded. The history never affects plans. */
import { z } from "zod";
import { digestOfValue } from "../../model/digest.ts";
import { history as limits } from "../../model/limits.ts";
import { expectOwn, storedIn } from "../../wire/stored.ts";
import { readStateDocument, type StateStore } from "./state-store.ts";

const HISTORY_FILE = "history.json";

const actions = ["create", "update", "replace", "delete", "forget", "none"] as const;

/** The author and the source of a run. */
export interface RunBy {
  readonly command: "apply" | "destroy" | "watch";
  readonly who: string;
  readonly host: string;
  /** Commit of the manifests' folder; undefined outside of Git. */
  readonly commit: string | undefined;
  /** Whether that folder had uncommitted changes. */
  readonly modified: boolean;
  /** The CI job of the run and its address. */
  readonly ci?: { readonly system: string; readonly url: string | undefined } | undefined;
}

/** An object that a run changed, or should have. */
export interface RunChange {
  readonly address: string;
  readonly action: (typeof actions)[number];
  readonly done: boolean;
}

export interface RunFailure {
  readonly summary: string;
  readonly status: number | undefined;
  readonly message: string;
}

/** One run. */
export interface RunRecord extends RunBy {
  readonly id: string;
  /** ISO 8601, by the clock of the machine that ran it. */
  readonly started: string;
  readonly tookMs: number;
  /** Digests of the manifests and of the plan. */
  readonly manifests: string;
  readonly plan: string;
  /** The selected part of the estate; undefined for all of it. */
  readonly selection?:
    | Readonly<Record<"only" | "exclude" | "labels" | "paths", readonly string[]>>
    | undefined;
  /** By planned action. */
  readonly counts: Readonly<
    Record<"create" | "update" | "replace" | "delete" | "forget" | "adopt", number>
  >;
  readonly requests: { readonly planned: number; readonly done: number; readonly failed: number };
  readonly result: "applied" | "partial" | "interrupted";
  /** Limited; `omitted` counts the others. */
  readonly changes: readonly RunChange[];
  readonly omitted: number;
  readonly failures: readonly RunFailure[];
}

/** Adds an id and applies the limits. */
export function runRecord(run: Omit<RunRecord, "id" | "omitted">): RunRecord {
  const { started, who, host, plan, tookMs } = run;
  const digest = digestOfValue([started, who, host, plan, tookMs]);
  return {
    ...run,
    id: digest.slice("sha256-".length, "sha256-".length + 12),
    changes: run.changes.slice(0, limits.changes),
    omitted: Math.max(0, run.changes.length - limits.changes),
    failures: run.failures
      .slice(0, limits.failures)
      .map((one) => ({ ...one, message: one.message.slice(0, limits.textCharacters) })),
  };
}

const count = z.int().min(0);

const texts = z.array(z.string());

const stored = z.lazy(() =>
  z.object({
    format_version: z.string().startsWith("1."),
    estate: z.string(),
    runs: z.array(
      z.object({
        id: z.string(),
        command: z.enum(["apply", "destroy", "watch"]),
        started: z.iso.datetime(),
        took_ms: count,
        who: z.string(),
        host: z.string(),
        commit: z.string().nullable(),
        modified: z.boolean(),
        ci: z.object({ system: z.string(), url: z.string().nullable() }).nullish(),
        manifests: z.string(),
        plan: z.string(),
        selection: z.object({ only: texts, exclude: texts, labels: texts, paths: texts }).nullish(),
        counts: z.object({
          create: count,
          update: count,
          replace: count,
          delete: count,
          forget: count,
          adopt: count,
        }),
        requests: z.object({ planned: count, done: count, failed: count }),
        result: z.enum(["applied", "partial", "interrupted"]),
        changes: z.array(
          z.object({ address: z.string(), action: z.enum(actions), done: z.boolean() }),
        ),
        changes_omitted: count,
        failures: z.array(
          z.object({ summary: z.string(), status: z.int().nullable(), message: z.string() }),
        ),
      }),
    ),
  }),
);

/** Oldest run first. Throws on an invalid form or another estate. */
export function parseHistory(text: string, estate: string): readonly RunRecord[] {
  const found = storedIn(text, stored);
  expectOwn("the history belongs", found.estate, estate);
  return found.runs.map(
    ({ took_ms, changes_omitted, commit, ci, failures, selection, ...run }) => ({
      ...run,
      tookMs: took_ms,
      commit: commit ?? undefined,
      ci: ci ? { ...ci, url: ci.url ?? undefined } : undefined,
      selection: selection ?? undefined,
      omitted: changes_omitted,
      failures: failures.map((one) => ({ ...one, status: one.status ?? undefined })),
    }),
  );
}

/** A run in documents. */
export function runDocument(record: RunRecord): object {
  const { tookMs, omitted, commit, ci, failures, selection, ...run } = record;
  return {
    ...run,
    selection: selection ?? null,
    took_ms: tookMs,
    commit: commit ?? null,
    ci: ci === undefined ? null : { ...ci, url: ci.url ?? null },
    changes_omitted: omitted,
    failures: failures.map((one) => ({ ...one, status: one.status ?? null })),
  };
}

export function renderHistory(runs: readonly RunRecord[], estate: string): string {
  const kept = runs.slice(-limits.runs).map(runDocument);
  return `${JSON.stringify({ format_version: "1.0", estate, runs: kept })}\n`;
}

/** The runs, oldest first. Rejects with StateError. */
export async function loadHistory(
  state: StateStore,
  estate: string,
): Promise<readonly RunRecord[]> {
  return (await readHistory(state, estate))?.form ?? [];
}

function readHistory(state: StateStore, estate: string) {
  return readStateDocument(state, HISTORY_FILE, (text) => parseHistory(text, estate));
}

/** Adds a run. Rejects with StateError. */
export async function recordRun(state: StateStore, estate: string, run: RunRecord): Promise<void> {
  const found = await readHistory(state, estate);
  const runs = [...(found?.form ?? []), run];
  await state.save(HISTORY_FILE, renderHistory(runs, estate), found?.document ?? "nothing");
}
