/**
 * Parsing for routes. Small bodies are parsed at once; large ones in a worker, so that nobody
 * waits for them (docs/compatibility.md, "Bounds").
 */
import { parsing as limits } from "../../model/limits.ts";
import type { StyleContent, StyleFormat } from "../../model/style.ts";
import type { BundleReport, MappingBundle } from "../../wire/mapping-bundle.ts";
import { WireError } from "../../wire/wire-error.ts";
import { CatalogError } from "../catalog/errors.ts";
import { openWorkers, workerUrl, WorkerError } from "../workers/pool.ts";
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
  const workers = openWorkers<Job, Outcome>({
    module: workerUrl("parsing/worker"),
    run: "runJob",
    threads: limits.workers,
    queue: limits.queue,
    threadMib: limits.workerMib,
    idleMs: limits.idleMs,
  });
  const run = async (job: Job, bytes: number) => {
    if (bytes <= limits.inlineBytes) return valueOf(runJob(job));
    try {
      return valueOf(await workers.run(job, limits.timeMs));
    } catch (error) {
      throw error instanceof WorkerError ? asRefusal(error) : error;
    }
  };
  return {
    style: async (bytes, format, contentType = "") =>
      (await run({ type: "style", bytes, format, contentType }, bytes.byteLength)) as StyleContent,
    bundle: async (bundle) => {
      const bytes = [...bundle.files.values()].reduce((sum, file) => sum + file.byteLength, 0);
      return (await run({ type: "bundle", bundle }, bytes)) as BundleReport;
    },
    close: workers.close,
  };
}

function asRefusal({ fault }: WorkerError): CatalogError {
  if (fault === "busy")
    return new CatalogError("busy", "Too many large documents are being parsed");
  const tooMuch =
    fault === "slow"
      ? `takes longer than ${limits.timeMs} ms`
      : `needs more than ${limits.workerMib} MiB`;
  return new CatalogError("too-large", `To parse the body ${tooMuch}`);
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
