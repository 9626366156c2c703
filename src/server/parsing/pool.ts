/**
 * Parsing for routes. Small bodies are parsed at once; large ones in a worker, so that nobody
 * waits for them (docs/compatibility.md, "Bounds").
 */
import { Piscina } from "piscina";
import { parsing as limits } from "../../model/limits.ts";
import type { StyleContent, StyleFormat } from "../../model/style.ts";
import type { BundleReport, MappingBundle } from "../../wire/mapping-bundle.ts";
import { WireError } from "../../wire/wire-error.ts";
import { CatalogError } from "../catalog/errors.ts";
import { runJob, type Job, type Outcome } from "./jobs.ts";

/** Parses what users upload. Both reject with WireError, or with CatalogError when it costs too much. */
export interface Parsing {
  /** The content type may name a charset. */
  readonly style: (
    bytes: Uint8Array,
    format: StyleFormat,
    contentType?: string,
  ) => Promise<StyleContent>;
  readonly bundle: (bundle: MappingBundle) => Promise<BundleReport>;
  readonly close: () => Promise<void>;
}

/** Opens parsing; workers start with the first large body. */
export function openParsing(): Parsing {
  let pool: Piscina<Job, Outcome> | undefined;
  const run = async (job: Job, bytes: number) => {
    if (bytes <= limits.inlineBytes) return valueOf(runJob(job));
    pool ??= openPool();
    return valueOf(await runInWorker(pool, job));
  };
  return {
    style: async (bytes, format, contentType = "") =>
      (await run({ type: "style", bytes, format, contentType }, bytes.byteLength)) as StyleContent,
    bundle: async (bundle) => {
      const bytes = [...bundle.files.values()].reduce((sum, file) => sum + file.byteLength, 0);
      return (await run({ type: "bundle", bundle }, bytes)) as BundleReport;
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

function openPool(): Piscina<Job, Outcome> {
  // Built or not, the worker lies beside this file with the same extension.
  const filename = import.meta.url.replace(/pool(\.[jt]s)$/, "worker$1");
  return new Piscina<Job, Outcome>({
    filename,
    name: "runJob",
    minThreads: 0,
    maxThreads: limits.workers,
    maxQueue: limits.queue,
    idleTimeout: limits.idleMs,
    resourceLimits: { maxOldGenerationSizeMb: limits.workerMib },
  });
}

async function runInWorker(pool: Piscina<Job, Outcome>, job: Job): Promise<Outcome> {
  const signal = AbortSignal.timeout(limits.timeMs);
  try {
    return await pool.run(job, { signal });
  } catch (error) {
    const { message } = error as Error;
    if (message === "Task queue is at limit")
      throw new CatalogError("busy", "Too many large documents are being parsed");
    const tooMuch = signal.aborted
      ? `takes longer than ${limits.timeMs} ms`
      : /out of memory|ERR_WORKER_OUT_OF_MEMORY/i.test(`${message} ${codeOf(error)}`)
        ? `needs more than ${limits.workerMib} MiB`
        : undefined;
    if (tooMuch === undefined) throw error;
    throw new CatalogError("too-large", `To parse the body ${tooMuch}`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function valueOf(outcome: Outcome): StyleContent | BundleReport {
  if ("value" in outcome) return outcome.value;
  const { fault, message, line, column } = outcome;
  const place = {
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
  throw new WireError(fault, message, place);
}
