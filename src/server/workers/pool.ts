/** Worker threads for what must not hold up requests; they start with the first job. */
import { Piscina } from "piscina";

/** What workers run, and their bounds. */
export interface WorkersOptions {
  /** As `workerUrl` gives it. */
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

/** Why a job has no outcome: no thread took it, or it cost more than its bounds. */
export type WorkerFault = "busy" | "slow" | "memory";

/** A job without an outcome. */
export class WorkerError extends Error {
  readonly fault: WorkerFault;

  constructor(fault: WorkerFault) {
    super(`the job has no outcome: ${fault}`);
    this.name = "WorkerError";
    this.fault = fault;
  }
}

/** URL of a module of the server that workers run: among the sources, or an entry of the bundle. */
export function workerUrl(name: "parsing/worker" | "rasters/read-granules"): string {
  const isSource = import.meta.url.endsWith(".ts");
  return new URL(isSource ? `../${name}.ts` : `./${name}.js`, import.meta.url).href;
}

/** Workers on a module. */
export function openWorkers<Job, Outcome>(options: WorkersOptions): Workers<Job, Outcome> {
  let pool: Piscina<Job, Outcome> | undefined;
  return {
    run: async (job, timeMs) => {
      pool ??= start(options);
      const signal = AbortSignal.timeout(timeMs);
      try {
        return await pool.run(job, { signal });
      } catch (error) {
        throw faultOf(error, signal) ?? error;
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

function faultOf(error: unknown, signal: AbortSignal): WorkerError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === "Task queue is at limit") return new WorkerError("busy");
  if (signal.aborted) return new WorkerError("slow");
  const code = "code" in error ? String(error.code) : "";
  const isMemory = /out of memory|ERR_WORKER_OUT_OF_MEMORY/i.test(`${error.message} ${code}`);
  return isMemory ? new WorkerError("memory") : undefined;
}
