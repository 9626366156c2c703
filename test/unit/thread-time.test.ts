/** What a job of a thread is refused for: what it computes is its own, what it waits for is not. */
import { expect, onTestFinished, test } from "vitest";
import { parsing, postgres, rasterPool } from "../../src/model/limits.ts";
import { openParsing } from "../../src/server/parsing/pool.ts";
import { openRasterPool } from "../../src/server/rasters/pool.ts";
import {
  openWorkers,
  WorkerError,
  type WorkerErrorCode,
  type WorkersOptions,
} from "../../src/server/workers/pool.ts";
import { readMosaic } from "../../src/wire/mosaic.ts";
import type { Job } from "../support/run/thread-time-job.ts";

function workers(options: Partial<WorkersOptions> = {}) {
  const opened = openWorkers<Job, string>({
    module: new URL("../support/run/thread-time-job.ts", import.meta.url).href,
    run: "run",
    threads: 1,
    threadMib: 64,
    waitMs: 60_000,
    idleMs: 1_000,
    ...options,
  });
  onTestFinished(opened.close);
  return opened;
}

test("a job may wait for longer than it may compute, for a thread and in it", async () => {
  const { run } = workers();
  const jobs = [{ waitMs: 400 }, { waitMs: 400 }, { computeMs: 20 }].map((job) => run(job, 300));
  expect(await Promise.all(jobs)).toEqual(["done", "done", "done"]);
});

test("a job that computes too much is ended, and its thread with it", async () => {
  const { run } = workers();
  await expect(run({ computeMs: 1e9 }, 100)).rejects.toMatchObject({ code: "slow" });
  await expect(run({ waitMs: 50, computeMs: 1e9 }, 100)).rejects.toMatchObject({ code: "slow" });
  expect(await run({}, 100)).toBe("done");
});

test("a job that waits too long is refused as one that meets others", async () => {
  const { run } = workers({ waitMs: 300 });
  const jobs = [{ waitMs: 1e9 }, {}].map((job) => run(job, 60_000));
  const busy = { status: "rejected", reason: expect.objectContaining({ code: "busy" }) };
  expect(await Promise.allSettled(jobs)).toEqual([busy, busy]);
});

const refusing = (code: WorkerErrorCode) => () => ({
  run: () => Promise.reject(new WorkerError(code)),
  close: async () => undefined,
});

test.for([
  ["slow", "too-large", RegExp(`more than ${parsing.computeMs} ms of computing`)],
  ["memory", "too-large", /MiB/],
  ["busy", "busy", /many large documents/],
  ["exhausted", "exhausted", /means/],
] as const)("a body of which the job is %s is refused as %s", async ([why, code, message]) => {
  const bytes = new Uint8Array(parsing.inlineBytes + 1);
  const parsed = openParsing(refusing(why)).style(bytes, "sld");
  await expect(parsed).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

test("a unit of work waits for a thread no longer than others wait for the unit", async () => {
  const waits: unknown[] = [];
  const open = () => ({
    run: (_job: unknown, _computeMs: number, waitMs?: number) => {
      waits.push(waitMs);
      return Promise.reject(new WorkerError("busy"));
    },
    close: async () => undefined,
  });
  const bytes = new Uint8Array(parsing.inlineBytes + 1);
  for (const unit of [undefined, { stayAlone: async () => undefined }])
    await expect(openParsing(open).style(bytes, "sld", unit)).rejects.toThrow("large documents");
  expect(waits).toEqual([undefined, postgres.lockMs]);
});

test.for(["busy", "exhausted"] as const)("no granule is refused where all are %s", async (code) => {
  const { definition } = readMosaic({ files: new Map(), others: ["r.tif"] }, { name: "rain" });
  const files = [{ path: "/r.tif", location: "r.tif" }];
  const job = { definition, files, now: 0 };
  await expect(openRasterPool(refusing(code)).read(job)).rejects.toMatchObject({ code });
  expect(await openRasterPool(refusing("slow")).read(job)).toEqual([
    {
      file: files[0],
      reason: expect.stringContaining(`more than ${rasterPool.fileComputeMs} ms of computing`),
    },
  ]);
});
