/**
 * Parses request bodies: small ones at once, large ones in a worker, so that they do not block
 * other requests (docs/compatibility.md, "Bounds").
 */
import { parsing as limits } from "../../model/limits.ts";
import type { StyleContent, StyleFormat } from "../../model/style.ts";
import type { BundleReport, MappingBundle } from "../../wire/mapping-bundle.ts";
import { WireError } from "../../wire/wire-error.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { CatalogWriter } from "../catalog/unit-of-work.ts";
import { openWorkers, WorkerError, type OpenWorkers } from "../workers/pool.ts";
import { workerUrl } from "../workers/worker-url.ts";
import { valueOf, type Job, type Outcome, type Value } from "./jobs.ts";

/** Begins each rule of a sheet. */
const BRACE = 0x7b;

/** All functions reject with WireError, or with CatalogError at a limit. */
export interface Parsing {
  readonly style: (
    bytes: Uint8Array,
    format: StyleFormat,
    unit?: WaitingUnit,
  ) => Promise<StyleContent>;
  readonly bundle: (bundle: MappingBundle, unit?: WaitingUnit) => Promise<BundleReport>;
  /** Translates a style sheet to SLD. */
  readonly translation: (sheet: Uint8Array) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** `stayAlone` is called before the wait for a worker. */
export type WaitingUnit = Pick<CatalogWriter, "stayAlone">;

/** Workers start with the first large body. */
export function openParsing(open: OpenWorkers = openWorkers): Parsing {
  const workers = open<Job, Outcome>({
    module: workerUrl("parsing/worker"),
    run: "parse",
    threads: limits.workers,
    queue: limits.queue,
    threadMib: limits.workerMib,
    waitMs: limits.waitMs,
    idleMs: limits.idleMs,
  });
  const run = async (job: Job, isSmall: boolean, unit?: WaitingUnit) => {
    if (isSmall) return valueOf(job);
    await unit?.stayAlone();
    try {
      return received(await workers.run(job, limits.computeMs, unit && limits.unitWaitMs));
    } catch (error) {
      throw error instanceof WorkerError ? asRefusal(error) : error;
    }
  };
  return {
    style: async (bytes, format, unit) =>
      (await run(
        { type: "style", bytes, format },
        format === "css" ? isSimple(bytes) : bytes.byteLength <= limits.inlineBytes,
        unit,
      )) as StyleContent,
    bundle: async (bundle, unit) => {
      const bytes = [...bundle.files.values()].reduce((sum, file) => sum + file.byteLength, 0);
      const isSmall = bytes <= limits.inlineBytes;
      return (await run({ type: "bundle", bundle }, isSmall, unit)) as BundleReport;
    },
    translation: async (sheet) =>
      (await run({ type: "translation", sheet }, isSimple(sheet))) as string,
    close: workers.close,
  };
}

/** Rules are combined with each other, so their number decides the cost. */
function isSimple(sheet: Uint8Array): boolean {
  if (sheet.byteLength > limits.inlineSheetBytes) return false;
  return sheet.filter((byte) => byte === BRACE).byteLength <= limits.inlineSheetRules;
}

function asRefusal({ code, cause }: WorkerError): CatalogError {
  if (code === "exhausted")
    return new CatalogError("exhausted", "The server has no means left to parse the body", {
      cause,
    });
  if (code === "busy") return new CatalogError("busy", "Too many large documents are being parsed");
  const tooMuch =
    code === "slow"
      ? `takes more than ${limits.computeMs} ms of computing`
      : `needs more than ${limits.workerMib} MiB`;
  return new CatalogError("too-large", `To parse the body ${tooMuch}`);
}

function received(outcome: Outcome): Value {
  if ("value" in outcome) return outcome.value;
  const { code, message, line, column } = outcome;
  const place = {
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
  throw new WireError(code, message, place);
}
