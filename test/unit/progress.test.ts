/** Progress of runs: one line on a terminal of any width, lines with beats elsewhere, text as wide as asked. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openEvents } from "../../src/cli/commands/apply/events.ts";
import { screenOf, type Screen } from "../../src/cli/process/screen.ts";
import {
  liveLine,
  openProgress,
  plainLines,
  type ProgressSink,
} from "../../src/cli/present/progress.ts";
import type { PlannedStep } from "../../src/reconciler/engine/plan/plan.ts";
import { widthOf, wrapLines } from "../../src/reconciler/report/wrap.ts";

const MIB = 1024 * 1024;

const step = (summary: string): PlannedStep => ({
  summary,
  request: { method: "PUT", path: "/workspaces/w/coveragestores/s/file.imagemosaic" },
  addresses: [],
  after: [],
  wave: 0,
  effects: [],
});

const upload = { method: "PUT", path: "/workspaces/w/coveragestores/s/file.imagemosaic" };

/** A stream that keeps what is written to it. */
function kept(columns?: number): { readonly stream: Screen; readonly texts: string[] } {
  const texts: string[] = [];
  const write = (text: string) => texts.push(text) > 0;
  return { stream: screenOf({ write, columns, isTTY: columns !== undefined }, {}), texts };
}

/** Runs requests one after the other, each as long as given. */
function run(sink: ProgressSink, milliseconds: readonly number[], name = "style"): void {
  const progress = openProgress(sink);
  const total = milliseconds.length;
  for (const [index, ms] of milliseconds.entries()) {
    const own = step(`write ${name} number ${index}`);
    progress.show({ type: "started", index, total, step: own });
    vi.advanceTimersByTime(ms);
    const report = { step: own, outcome: "done", status: 200, message: undefined } as const;
    progress.show({ type: "ended", index, total, report });
  }
  progress.close();
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("lines in a log", () => {
  test("a request that takes long is reported every ten seconds, with what was sent of it", () => {
    const { stream, texts } = kept();
    const progress = openProgress(plainLines(stream));
    const own = step("upload mosaic s");
    progress.show({ type: "started", index: 0, total: 2, step: own });
    vi.advanceTimersByTime(9_000);
    progress.uploading({ ...upload, sent: 12 * MIB, bytes: 64 * MIB });
    expect(texts).toEqual([]);
    vi.advanceTimersByTime(1_000);
    progress.uploading({ ...upload, sent: 64 * MIB, bytes: 64 * MIB });
    vi.advanceTimersByTime(60_000);
    expect(texts[0]).toBe("[1/2] upload mosaic s: still under way, 10 s, 12.0 of 64.0 MiB sent\n");
    expect(texts).toHaveLength(7);
    expect(texts.at(-1)).toBe(
      "[1/2] upload mosaic s: still under way, 1 min 10 s, 64.0 of 64.0 MiB sent\n",
    );
    progress.close();
    vi.advanceTimersByTime(60_000);
    expect(texts).toHaveLength(7);
  });

  test("a long plan is about twenty lines, a short one a line each", () => {
    const [long, short] = [kept(), kept()];
    run(plainLines(long.stream), Array<number>(1_000).fill(1));
    run(plainLines(short.stream), [1, 1, 1]);
    expect(long.texts).toHaveLength(20);
    expect(long.texts.at(-1)).toBe("[1000/1000] write style number 999: done\n");
    expect(short.texts).toHaveLength(3);
  });

  test("requests that end in another order are counted as they end", () => {
    const { stream, texts } = kept();
    const progress = openProgress(plainLines(stream));
    for (const index of [2, 0, 1]) {
      const report = {
        step: step(`write ${index}`),
        outcome: "done",
        status: 200,
        message: undefined,
      } as const;
      progress.show({ type: "ended", index, total: 3, report });
    }
    expect(texts).toEqual([
      "[1/3] write 2: done\n",
      "[2/3] write 0: done\n",
      "[3/3] write 1: done\n",
    ]);
    progress.close();
  });

  test("what is sent again says so", () => {
    const { stream, texts } = kept();
    const progress = openProgress(plainLines(stream));
    const about = { index: 0, total: 1, step: step("write"), message: "503" };
    progress.show({ type: "retrying", ...about, attempt: 2, pauseMs: 1_200 });
    expect(texts).toEqual(["[1/1] write: no clear answer, again in 2 s\n"]);
    progress.close();
  });
});

test("events for programs: begun, under way, sent again, over, and what kept one from running", () => {
  const all: object[] = [];
  const context = { event: (event: object) => void all.push(event), now: () => Date.now() };
  const progress = openProgress(openEvents("run-1", context.event, context.now).progress);
  const about = { index: 0, total: 2 };
  const own = step("upload mosaic s");
  progress.show({ type: "started", ...about, step: own });
  progress.uploading({ ...upload, sent: 5, bytes: 9 });
  vi.advanceTimersByTime(10_000);
  const again = { attempt: 2, pauseMs: 700, message: "503" };
  progress.show({ type: "retrying", ...about, step: own, ...again });
  vi.advanceTimersByTime(1_000);
  const refused = { outcome: "refused", status: 409, message: "no" } as const;
  progress.show({ type: "ended", ...about, report: { step: own, ...refused } });
  const skipped = { outcome: "skipped", status: undefined, message: undefined } as const;
  progress.show({ type: "ended", index: 1, total: 2, report: { step: own, ...skipped } });
  progress.close();
  const [, ...events] = all;
  const action = { run_id: "run-1", index: 0, total: 2, method: "PUT", path: upload.path };
  expect(events).toMatchObject([
    { type: "action_start", ...action, address: null, addresses: [] },
    { type: "action_progress", ...action, elapsed_ms: 10_000, bytes_sent: 5, bytes: 9 },
    { type: "action_retry", ...action, attempt: 2, pause_ms: 700, message: "503" },
    { type: "action_errored", ...action, elapsed_ms: 11_000, outcome: "refused", status: 409 },
    { type: "action_skipped", index: 1, outcome: "skipped", status: null, message: null },
  ]);
});

describe("the line on a terminal", () => {
  test.for([20, 40, 80, 200])("is never wider than %i columns, and is cleared", (columns) => {
    const { stream, texts } = kept(columns);
    run(liveLine(stream), [...Array<number>(20).fill(400), 25_000, 400], "地図の様式");
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts) {
      expect(text.startsWith("\r\u001b[2K")).toBe(true);
      expect(widthOf(text.slice(5))).toBeLessThan(Math.max(21, columns));
      expect(text).not.toContain("\n");
    }
    expect(texts.at(-1)).toBe("\r\u001b[2K");
  });

  test("it says how fast, how long still, and what takes its time", () => {
    const { stream, texts } = kept(100);
    run(liveLine(stream), [...Array<number>(20).fill(500), 25_000, 500]);
    const lines = texts.map((text) => text.slice(5));
    expect(lines).toContain("[11/22] write style number 10  2.0/s, 6 s left");
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^\[21\/22\] write style number 20 {2}still, 24 s {2}0\.6\/s, 4 s left$/,
      ),
    );
  });

  test("nothing in a summary moves the cursor", () => {
    const { stream, texts } = kept(80);
    const progress = openProgress(liveLine(stream));
    const own = step("a\u001b[2Jb\nc\td");
    progress.show({ type: "started", index: 0, total: 1, step: own });
    progress.close();
    expect(texts[0]).toBe("\r\u001b[2K[1/1] ab c d");
  });
});

describe("text as wide as asked", () => {
  const plan = [
    "  -/+ AppSchemaStore/geology:boreholes  (was there before; becomes ours)",
    "        because        another set of feature types is wanted, which the server cannot change in place",
    "        also deletes   Layer/geology:a, Layer/geology:b, Layer/geology:c, LayerGroup/geology:all",
    "  12. PUT /workspaces/geology/datastores/boreholes/file.appschema?update=overwrite  replace it",
    "Plan: 1 create, 0 update, 1 recreate, 0 delete, 100 unchanged. 12 requests. Digest 00000000.",
  ].join("\n");

  test.for([20, 40, 61, 80])("%i columns: no word is broken, none is lost", (columns) => {
    const text = wrapLines(plan, columns);
    const words = (one: string) => one.split(/\s+/).filter((word) => word !== "");
    expect(words(text)).toEqual(words(plan));
    for (const line of text.split("\n"))
      if (widthOf(line) > columns) expect(words(line)).toHaveLength(1);
  });

  test("what follows stands below what it belongs to", () => {
    expect(wrapLines(plan, 70).split("\n").slice(2, 6)).toEqual([
      "        because        another set of feature types is wanted, which",
      "                       the server cannot change in place",
      "        also deletes   Layer/geology:a, Layer/geology:b,",
      "                       Layer/geology:c, LayerGroup/geology:all",
    ]);
  });

  test("without a width nothing changes; colours take no room, wide signs take two columns", () => {
    expect(wrapLines(plan, undefined)).toBe(plan);
    expect(widthOf("\u001b[31mab\u001b[39m")).toBe(2);
    expect(widthOf("地図 ü")).toBe(6);
    const painted = "  \u001b[31m  -\u001b[39m \u001b[1mStyle/a\u001b[22m";
    expect(wrapLines(painted, 20)).toBe(painted);
  });
});
