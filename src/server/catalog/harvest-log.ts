/**
 * What harvests of this server do and did, in memory: those that run, and the last ones that
 * ended. What came of a harvest is in the index; this is only for people who watch.
 */
import type { HarvestReport, SkippedFile } from "../../model/harvest.ts";
import { harvest as limits } from "../../model/limits.ts";
import type { BatchOutcome } from "./harvest.ts";
import type { MosaicPlace } from "./mosaic.ts";

/** The harvests of a server. */
export interface HarvestLog {
  /** Starts a report. Refuses nothing; `find` gives it until newer ones push it out. */
  readonly start: (place: MosaicPlace) => RunningHarvest;
  readonly find: (id: string) => HarvestReport | undefined;
  /** Newest first. */
  readonly list: () => readonly HarvestReport[];
}

/** A harvest that is under way. */
export interface RunningHarvest {
  readonly add: (batch: BatchOutcome) => void;
  readonly done: () => HarvestReport;
  readonly failed: (message: string) => HarvestReport;
}

/** An empty log. `now` gives ISO 8601 times, `newId` ids that nobody guesses. */
export function harvestLog(now: () => string, newId: () => string): HarvestLog {
  const reports = new Map<string, HarvestReport>();
  const put = (report: HarvestReport) => {
    reports.set(report.id, report);
    for (const [id, { state }] of reports) {
      if (reports.size <= limits.reports) break;
      if (state !== "running") reports.delete(id);
    }
    return report;
  };
  return {
    start: ({ workspace, store }) => {
      let report = put({
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
      });
      const end = (state: "done" | "failed", message: string | null) => {
        report = put({ ...report, state, message, ended: now() });
        return report;
      };
      return {
        add: (batch) => {
          report = put(after(report, batch));
        },
        done: () => end("done", null),
        failed: (message) => end("failed", message),
      };
    },
    find: (id) => reports.get(id),
    list: () => [...reports.values()].toReversed(),
  };
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
