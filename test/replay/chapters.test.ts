/**
 * The second recording of a running server against ours and against the stock server of the tests: chapter by chapter, each in
 * its order on a new server. Whatever differs is listed with its reason, in one table for each target, which holds both
 * ways.
 */
import { describe, expect, test } from "vitest";
import { describeRecordings } from "../support/run/samples.ts";
import { slice } from "../support/run/scale.ts";
import { geoserverChapterDifferences } from "./chapters-differences-geoserver.ts";
import { stockChapterDifferences } from "./chapters-differences-stock.ts";
import {
  chapters,
  leftOut,
  levelled,
  linesOf,
  recordedLines,
  requestAt,
  sentBack,
  type Chapter,
  type RecordedLine,
} from "./chapters.ts";
import { MORE_RECORDINGS } from "./recorded.ts";
import { compareAnswer, type Outcome } from "./recorded-compare.ts";
import type { KnownDifferences } from "./recorded-differences.ts";
import { expectListed } from "./recorded-listed.ts";
import type { RawAnswer } from "./recorded-meaning.ts";
import {
  furnish,
  recordedTargets,
  replay,
  startRecordedTarget,
  type RecordedTarget,
  type Replayed,
} from "./recorded-targets.ts";
import { tell } from "./support.ts";

/** At most this part of all lines may be listed. */
const LISTED_AT_MOST = 0.15;

const tables: Readonly<Record<RecordedTarget, KnownDifferences>> = {
  stock: stockChapterDifferences,
  geoserver: geoserverChapterDifferences,
};

/** Of the tables of the recorded server one had no geometry. */
const recordedTables = new Map([["lr", new Set(["wells", "nogeom"])]]);

/** Replays a chapter on a new server. */
async function replayChapter(
  target: RecordedTarget,
  { needs = [], holds = [], ...chapter }: Chapter,
  all: readonly RecordedLine[],
): Promise<readonly Outcome[]> {
  const app = await startRecordedTarget(target, { tables: recordedTables });
  await furnish(app);
  const send = (request: Replayed): Promise<RawAnswer> =>
    replay(app, { ...request, url: `/geoserver${request.url}` });
  const sendLine = async (own: RecordedLine): Promise<RawAnswer> => {
    const answer = await send(requestAt(own));
    for (const { only = target, ...request } of levelled.get(own.line) ?? []) {
      if (only !== target) continue;
      const { status, body } = await send(request);
      expect(status, `after ${own.id}, ${request.method} ${request.url}: ${body}`).toBeLessThan(
        300,
      );
    }
    return answer;
  };
  const at = (line: number) => all[line - 1] as RecordedLine;
  for (const line of needs) expect((await sendLine(at(line))).status).toBeLessThan(300);
  for (const line of holds) expect((await send(sentBack(at(line)))).status).toBeLessThan(300);
  const outcomes: Outcome[] = [];
  for (const line of linesOf({ needs, holds, ...chapter }, all))
    outcomes.push(compareAnswer(line, await sendLine(line), target === "geoserver"));
  return outcomes;
}

describeRecordings("a recording in chapters", MORE_RECORDINGS, () => {
  const all = recordedLines();

  test("every line is in one chapter, or left out for a reason", () => {
    const spans = [...chapters.map(({ lines }) => lines), ...leftOut];
    const found = spans
      .toSorted(([a], [b]) => a - b)
      .flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_unused, index) => first + index),
      );
    expect(found).toEqual(all.map(({ line }) => line));
  });

  describe.for(recordedTargets)("%s", (target) => {
    const own = slice(chapters, { test: 2 });
    test.for(own.map((chapter) => [chapter.name, chapter] as const))("%s", async ([name, one]) => {
      const outcomes = await replayChapter(target, one, all);
      expectListed(`Recorded ${name}, ${target}`, tables[target], outcomes);
    });

    test("every entry is about a line, and few lines are listed", () => {
      const names = chapters.flatMap((one) => linesOf(one, all)).map(({ id }) => id);
      expect([...tables[target].keys()].filter((name) => !names.includes(name))).toEqual([]);
      tell(
        `Recorded chapters, ${target}: ${tables[target].size} of ${names.length} listed with a reason`,
      );
      expect(tables[target].size / names.length).toBeLessThanOrEqual(LISTED_AT_MOST);
    });
  });
});
