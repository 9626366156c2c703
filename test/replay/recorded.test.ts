/**
 * Answers of a running server against ours: the probes one after the other, and what cases of the corpus sent, with
 * the recorder on. Whatever differs is listed with its reason, in one table for each target, which holds both ways.
 */
import { describe, expect, test } from "vitest";
import { describeRecordings } from "../support/run/samples.ts";
import { slice } from "../support/run/scale.ts";
import { probes, recordedByCase, RECORDINGS, type RecordedRow } from "./recorded.ts";
import { runRecordedCase, runRecordedCleaning } from "./recorded-cases.ts";
import { compareAnswer, compareRow, type Outcome } from "./recorded-compare.ts";
import { geoserverDifferences } from "./recorded-differences-geoserver.ts";
import { stockDifferences } from "./recorded-differences-stock.ts";
import { nameOfRow, type KnownDifferences } from "./recorded-differences.ts";
import { expectListed } from "./recorded-listed.ts";
import {
  furnish,
  recordedTargets,
  replay,
  startRecordedTarget,
  type RecordedTarget,
} from "./recorded-targets.ts";
import { tell } from "./support.ts";

/** At most this part of all rows may be listed. */
const LISTED_AT_MOST = 0.1;

const tables: Readonly<Record<RecordedTarget, KnownDifferences>> = {
  stock: stockDifferences,
  geoserver: geoserverDifferences,
};

/** Our server words its refusals itself, whatever a container would make of them. */
const hasOwnPages = (target: RecordedTarget) => target === "geoserver";

async function replayCase(
  target: RecordedTarget,
  name: string,
  rows: readonly RecordedRow[],
): Promise<readonly Outcome[]> {
  const app = await startRecordedTarget(target);
  const ownPages = hasOwnPages(target);
  if (name === "(cleaning)") {
    await furnish(app, { keepsRules: true });
    const answers = await runRecordedCleaning(app, rows);
    return rows.map((row) => compareRow(row, answers.get(row.id) ?? [], ownPages));
  }
  const own = await runRecordedCase(app, name, rows);
  return rows.map((row) => compareRow(row, own, ownPages));
}

describeRecordings("recorded answers", RECORDINGS, () => {
  const byCase = recordedByCase();
  const all = probes().length + [...byCase.values()].reduce((sum, { length }) => sum + length, 0);

  describe.for(recordedTargets)("%s", (target) => {
    test("the probes, one after the other", async () => {
      // Of all that the probes ask for, the database that was probed held these.
      const held = new Map([["roads", new Set(["ways", "tracks"])]]);
      const app = await startRecordedTarget(target, { tables: held });
      const outcomes: Outcome[] = [];
      for (const row of probes()) {
        const { method, url, reqType: mediaType, reqBody: body } = row.exchange;
        const answer = await replay(app, { method, url, mediaType, body });
        outcomes.push(compareAnswer(row, answer, hasOwnPages(target)));
      }
      expect(outcomes).toHaveLength(123);
      expectListed(`Recorded answers, ${target}`, tables[target], outcomes);
    });

    test("the cases of the corpus", { timeout: 900_000 }, async () => {
      const outcomes: Outcome[] = [];
      for (const [name, rows] of slice([...byCase], { test: target === "stock" ? 8 : 4 }))
        outcomes.push(...(await replayCase(target, name, rows)));
      expectListed(`Recorded answers, ${target}`, tables[target], outcomes);
    });

    test("every entry is about a row, and few rows are listed", () => {
      const names = [...probes(), ...[...byCase.values()].flat()].map(({ id }) => nameOfRow(id));
      const listed = names.filter((name) => tables[target].has(name)).length;
      expect([...tables[target].keys()].filter((name) => !names.includes(name))).toEqual([]);
      tell(`Recorded answers, ${target}: ${listed} of ${all} listed with a reason`);
      expect(listed / all).toBeLessThanOrEqual(LISTED_AT_MOST);
    });
  });
});
