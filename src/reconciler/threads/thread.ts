/** Entry of a thread (in-threads.ts): runs a function of the module that it was given, for each job. */
import { parentPort, workerData } from "node:worker_threads";

/** What a thread is started with. */
export interface ThreadData {
  /** URL of a module that exports `run`. */
  readonly module: string;
}

/** Something to be done; the number tells its answer from others. */
export interface ThreadJob {
  readonly number: number;
  readonly job: unknown;
}

/** What came of it. */
export interface ThreadAnswer {
  readonly number: number;
  readonly outcome: unknown;
}

const { module } = workerData as ThreadData;
const { run } = (await import(module)) as { readonly run: (job: unknown) => unknown };

parentPort?.on("message", ({ number, job }: ThreadJob) => {
  const answer: ThreadAnswer = { number, outcome: run(job) };
  parentPort?.postMessage(answer, []);
});
