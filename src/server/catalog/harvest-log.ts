/** Log of running and recent harvests, for monitoring only. The index holds the results. */
import type { HarvestReport, SkippedFile } from "../../model/harvest.ts";
import { harvest as limits } from "../../model/limits.ts";
import type { BatchOutcome } from "./harvest.ts";
import type { MosaicPlace } from "./mosaic.ts";

/** Storage for running harvests and the newest ended ones. */
export interface HarvestReports {
  readonly put: (report: HarvestReport) => Promise<void>;
  readonly find: (id: string) => Promise<HarvestReport | undefined>;
  /** Newest first. */
  readonly list: () => Promise<readonly HarvestReport[]>;
}

/** The harvests of a catalog. */
export interface HarvestLog extends Pick<HarvestReports, "find" | "list"> {
  /** Starts a report. `find` returns it until newer reports displace it. */
  readonly start: (place: MosaicPlace) => RunningHarvest;
}

export interface RunningHarvest {
  readonly add: (batch: BatchOutcome) => void;
  /** Resolves when the final report is stored. */
  readonly done: () => Promise<HarvestReport>;
  readonly failed: (message: string) => Promise<HarvestReport>;
}

/** Stores reports in memory, for a server that does not share its catalog. */
export function harvestsInMemory(): HarvestReports {
  const reports = new Map<string, HarvestReport>();
  return {
    put: async (report) => {
      reports.set(report.id, report);
      for (const [id, { state }] of reports) {
        if (reports.size <= limits.reports) break;
        if (state !== "running") reports.delete(id);
      }
    },
    find: async (id) => reports.get(id),
    list: async () => [...reports.values()].toReversed(),
  };
}

/** `now` returns ISO 8601 times, `newId` unguessable ids. */
export function harvestLog(
  reports: HarvestReports,
  now: () => string,
  newId: () => string,
): HarvestLog {
  return {
    start: ({ workspace, store }) => {
      let report: HarvestReport = {
        id: newId(),
        workspace,
        store,
        state: "running",
        files: { found: 0, harvested: 0, skipped: 0 },
        granules: { added: 0, replaced: 0 },
        skipped: [],
        message: null,
        started: now(),
        ended: null,
      };
      let last = Promise.resolve();
      const keep = async (before: Promise<void>, next: HarvestReport) => {
        await before;
        // A harvest continues when its report cannot be stored.
        await reports.put(next).catch(() => undefined);
      };
      const put = (next: HarvestReport) => {
        report = next;
        last = keep(last, next);
      };
      const end = async (state: "done" | "failed", message: string | null) => {
        put({ ...report, state, message, ended: now() });
        await last;
        return report;
      };
      put(report);
      return {
        add: (batch) => put(after(report, batch)),
        done: () => end("done", null),
        failed: (message) => end("failed", message),
      };
    },
    find: reports.find,
    list: reports.list,
  };
}

/** The report of a harvest whose server stopped; `ended` is ISO 8601. */
export function leftBehind(report: HarvestReport, ended: string): HarvestReport {
  const message = "The server ended before the harvest did; harvest again";
  return { ...report, state: "failed", message, ended };
}

function after(report: HarvestReport, batch: BatchOutcome): HarvestReport {
  const { files, granules } = report;
  const skipped = new Set(batch.skipped.map(({ file }) => file)).size;
  const named: readonly SkippedFile[] = [...report.skipped, ...batch.skipped];
  return {
    ...report,
    files: {
      found: files.found + batch.files,
      harvested: files.harvested + batch.files - skipped,
      skipped: files.skipped + skipped,
    },
    granules: {
      added: granules.added + batch.added,
      replaced: granules.replaced + batch.replaced,
    },
    skipped: named.slice(0, limits.skipped),
  };
}
