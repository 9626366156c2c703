/** Entry of a thread (in-threads.ts): runs a function of the module that it was given, for each job. */
import { parentPort, workerData } from "node:worker_threads";
import { isBug } from "../../model/failure.ts";

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

/** What came of it: its outcome, or nothing where it failed; a fault of the program is told. */
export interface ThreadAnswer {
  readonly number: number;
  readonly outcome?: unknown;
  readonly fault?: unknown;
}

const { module } = workerData as ThreadData;
const { run } = (await import(module)) as { readonly run: (job: unknown) => unknown };

parentPort?.on("message", ({ number, job }: ThreadJob) => {
  parentPort?.postMessage({ number, ...answerTo(job) } satisfies ThreadAnswer, []);
});

function answerTo(job: unknown): Omit<ThreadAnswer, "number"> {
  try {
    return { outcome: run(job) };
  } catch (fault) {
    return isBug(fault) ? { fault } : {};
  }
}
