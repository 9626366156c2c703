/** Worker threads, which start with the first job. */
import { Piscina } from "piscina";
import { isShortage } from "../../model/shortage.ts";
import { BEGUN_BYTES, type Sent } from "./thread-time.ts";
import { excessOf, type Watched } from "./watch.ts";

export interface WorkersOptions {
  /** URL from `workerUrl` (worker-url.ts). */
  readonly module: string;
  /** The exported function that runs a job, made by `timed` (timed.ts). */
  readonly run: string;
  readonly threads: number;
  /** Unbounded by default. */
  readonly queue?: number;
  readonly threadMib: number;
  /** Memory for young objects within `threadMib`; V8 decides by default. */
  readonly youngMib?: number;
  /** Default of the `waitMs` of `run`. */
  readonly waitMs: number;
  /** An idle thread ends after this time. */
  readonly idleMs: number;
}

/** A pool of worker threads. */
export interface Workers<Job, Outcome> {
  /**
   * Rejects with WorkerError or with the job's own error. `computeMs` limits the CPU time, `waitMs`
   * all other time: the wait for a thread and for I/O.
   */
  readonly run: (job: Job, computeMs: number, waitMs?: number) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

/** Opens a pool for one kind of job. */
export type OpenWorkers = <Job, Outcome>(options: WorkersOptions) => Workers<Job, Outcome>;

/**
 * `busy`: the queue is full or the wait too long. `slow`, `memory`: a limit was exceeded.
 * `exhausted`: the system had no thread or file handle left.
 */
export type WorkerErrorCode = "busy" | "slow" | "memory" | "exhausted";

/** The cause is the system's error. */
export class WorkerError extends Error {
  readonly code: WorkerErrorCode;

  constructor(code: WorkerErrorCode, cause?: unknown) {
    super(`the job has no outcome: ${code}`, cause === undefined ? undefined : { cause });
    this.name = "WorkerError";
    this.code = code;
  }
}

/** No thread starts before the first job. */
export function openWorkers<Job, Outcome>(options: WorkersOptions): Workers<Job, Outcome> {
  let pool: Piscina<Sent<Job>, Outcome> | undefined;
  const waiting = new Set<(error: WorkerError) => void>();
  const startPool = () => {
    const started = start<Job, Outcome>(options);
    // A thread that fails before its first job emits its error on the pool only. Without a
    // listener, the error ends the process and jobs wait forever.
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
    // The TIFF library fails in a worker without worker data.
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
