/** Worker threads for what must not hold up requests; they start with the first job. */
import { Piscina } from "piscina";
import { isShortage } from "../../model/shortage.ts";
import { BEGUN_BYTES, type Sent } from "./thread-time.ts";
import { excessOf, type Watched } from "./watch.ts";

/** What workers run, and their bounds. */
export interface WorkersOptions {
  /** As `workerUrl` gives it (worker-url.ts). */
  readonly module: string;
  /** The function of that module that does a job, made by `timed` (timed.ts). */
  readonly run: string;
  readonly threads: number;
  /** Jobs that wait for a thread; unbounded without it. */
  readonly queue?: number;
  readonly threadMib: number;
  /** Of it, what young objects may take; the engine's own choice without it. */
  readonly youngMib?: number;
  /** How long a job may wait: for a thread, and for what the thread itself waits for. */
  readonly waitMs: number;
  /** A thread without work ends after this time. */
  readonly idleMs: number;
}

/** Runs jobs in threads. */
export interface Workers<Job, Outcome> {
  /**
   * Rejects with WorkerError, or with what the job itself rejected with; `computeMs` is what its thread may compute,
   * `waitMs` how long it may wait, as all may by default.
   */
  readonly run: (job: Job, computeMs: number, waitMs?: number) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

/** Opens workers for one kind of jobs; none starts before its first job. */
export type OpenWorkers = <Job, Outcome>(options: WorkersOptions) => Workers<Job, Outcome>;

/**
 * Why a job has no outcome: too many wait or it waited too long, it cost more than its bounds, or there was nothing
 * left to start a thread with, or to open a file.
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
  let pool: Piscina<Sent<Job>, Outcome> | undefined;
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
    run: async (job, computeMs, waitMs = options.waitMs) => {
      const begun = new SharedArrayBuffer(BEGUN_BYTES);
      const given = new AbortController();
      const fail = (error: WorkerError) => given.abort(error);
      waiting.add(fail);
      const over = new AbortController();
      try {
        const started = (pool ??= startPool());
        const threads = () => started.threads;
        const watched = { begun, threads, computeMs, waitMs, over: over.signal };
        void failOnExcess(watched, fail);
        return await started.run({ job, begun }, { signal: given.signal });
      } catch (error) {
        throw given.signal.aborted ? given.signal.reason : (workerErrorOf(error) ?? error);
      } finally {
        waiting.delete(fail);
        over.abort();
      }
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

function start<Job, Outcome>(options: WorkersOptions): Piscina<Sent<Job>, Outcome> {
  return new Piscina<Sent<Job>, Outcome>({
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

async function failOnExcess(watched: Watched, fail: (error: WorkerError) => void): Promise<void> {
  const excess = await excessOf(watched);
  if (excess !== undefined) fail(new WorkerError(excess === "waits" ? "busy" : "slow"));
}

function workerErrorOf(error: unknown): WorkerError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === "Task queue is at limit") return new WorkerError("busy");
  const code = "code" in error ? String(error.code) : "";
  if (code === "ERR_WORKER_INIT_FAILED" || isShortage(error))
    return new WorkerError("exhausted", error);
  const isMemory = /out of memory|ERR_WORKER_OUT_OF_MEMORY/i.test(`${error.message} ${code}`);
  return isMemory ? new WorkerError("memory") : undefined;
}
