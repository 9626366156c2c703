/** Worker threads for what must not hold up requests; they start with the first job. */
import { Piscina } from "piscina";
import { isShortage } from "../../model/shortage.ts";

/** What workers run, and their bounds. */
export interface WorkersOptions {
  /** As `workerUrl` gives it (worker-url.ts). */
  readonly module: string;
  /** The function of that module that does a job. */
  readonly run: string;
  readonly threads: number;
  /** Jobs that wait for a thread; unbounded without it. */
  readonly queue?: number;
  readonly threadMib: number;
  /** Of it, what young objects may take; the engine's own choice without it. */
  readonly youngMib?: number;
  /** A thread without work ends after this time. */
  readonly idleMs: number;
}

/** Runs jobs in threads. */
export interface Workers<Job, Outcome> {
  /** Rejects with WorkerError, or with what the job itself rejected with. */
  readonly run: (job: Job, timeMs: number) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

/** Opens workers for one kind of jobs; none starts before its first job. */
export type OpenWorkers = <Job, Outcome>(options: WorkersOptions) => Workers<Job, Outcome>;

/**
 * Why a job has no outcome: too many wait, it cost more than its bounds, or there was nothing left to
 * start a thread with, or to open a file.
 */
export type WorkerErrorCode = "busy" | "slow" | "memory" | "exhausted";

/** A job without an outcome; the cause is what the system said. */
export class WorkerError extends Error {
  readonly code: WorkerErrorCode;

  constructor(code: WorkerErrorCode, cause?: unknown) {
    super(`the job has no outcome: ${code}`, cause === undefined ? undefined : { cause });
    this.name = "WorkerError";
    this.code = code;
  }
}

/** Workers on a module. */
export function openWorkers<Job, Outcome>(options: WorkersOptions): Workers<Job, Outcome> {
  let pool: Piscina<Job, Outcome> | undefined;
  const waiting = new Set<(error: WorkerError) => void>();
  const startPool = () => {
    const started = start<Job, Outcome>(options);
    // A thread that fails before it has a job reveals to nobody but the pool. Without a listener that would
    // end the process, and the jobs would wait for a thread that does not come.
    started.on("error", (cause: unknown) => {
      if (started.threads.length > 0) return;
      for (const fail of waiting) fail(new WorkerError("exhausted", cause));
    });
    return started;
  };
  return {
    run: async (job, timeMs) => {
      const late = AbortSignal.timeout(timeMs);
      const exhausted = new AbortController();
      const fail = (error: WorkerError) => exhausted.abort(error);
      waiting.add(fail);
      try {
        pool ??= startPool();
        const signal = AbortSignal.any([late, exhausted.signal]);
        return await pool.run(job, { signal });
      } catch (error) {
        throw exhausted.signal.aborted
          ? exhausted.signal.reason
          : (workerErrorOf(error, late) ?? error);
      } finally {
        waiting.delete(fail);
      }
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

function start<Job, Outcome>(options: WorkersOptions): Piscina<Job, Outcome> {
  return new Piscina<Job, Outcome>({
    filename: options.module,
    name: options.run,
    minThreads: 0,
    maxThreads: options.threads,
    ...(options.queue === undefined ? {} : { maxQueue: options.queue }),
    idleTimeout: options.idleMs,
    // The TIFF reader's own library for workers fails in a thread that was given nothing.
    workerData: {},
    resourceLimits: {
      maxOldGenerationSizeMb: options.threadMib,
      ...(options.youngMib === undefined ? {} : { maxYoungGenerationSizeMb: options.youngMib }),
    },
  });
}

function workerErrorOf(error: unknown, signal: AbortSignal): WorkerError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === "Task queue is at limit") return new WorkerError("busy");
  if (signal.aborted) return new WorkerError("slow");
  const code = "code" in error ? String(error.code) : "";
  if (code === "ERR_WORKER_INIT_FAILED" || isShortage(error))
    return new WorkerError("exhausted", error);
  const isMemory = /out of memory|ERR_WORKER_OUT_OF_MEMORY/i.test(`${error.message} ${code}`);
  return isMemory ? new WorkerError("memory") : undefined;
}
