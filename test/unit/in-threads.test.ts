/** What is done in threads: what fails is left out, a fault of the program is told, and threads end with the work. */
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { doInThreads } from "../../src/reconciler/threads/in-threads.ts";
import { run } from "../support/thread-job.ts";

function work(items: readonly number[], jobOf = async (item: number) => item) {
  const done = new Map<number, number>();
  const running = new Set<Worker>();
  const onWorker = (worker: Worker) => {
    running.add(worker);
    worker.once("exit", () => running.delete(worker));
  };
  process.on("worker", onWorker);
  onTestFinished(() => void process.off("worker", onWorker));
  const module = new URL("../support/thread-job.ts", import.meta.url).href;
  const onDone = (item: number, outcome: number) => void done.set(item, outcome);
  const end = doInThreads({ items, threads: 2, module, run, jobOf, onDone });
  return { end, done, running };
}

const numbers = Array.from({ length: 40 }, (_unused, index) => index - 3);

test("what fails is left out, and the threads go on", async () => {
  const { end, done, running } = work(numbers);
  await end;
  expect([...done.keys()].toSorted((a, b) => a - b)).toEqual(numbers.filter((one) => one >= 0));
  expect(running.size).toBe(0);
});

test.for([
  ["a job", numbers, undefined],
  [
    "what makes jobs",
    [1, 2, 3],
    () => {
      throw new TypeError("injected");
    },
  ],
] as const)(
  "a fault of the program in %s is told, and no thread is left",
  async ([, items, jobOf]) => {
    const { end, running } = work(jobOf === undefined ? [...items, Number.NaN] : items, jobOf);
    await expect(end).rejects.toThrow("injected");
    await expect.poll(() => running.size).toBe(0);
  },
);
