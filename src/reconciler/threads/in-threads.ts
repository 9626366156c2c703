/**
 * Does many things in threads and here, where each takes some computing and nothing in it depends on another one
 * (docs/decisions/0080-threads-of-a-command.md).
 */
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Failure, isBug } from "../../model/failure.ts";
import { threads as limits } from "../../model/limits.ts";
import { isShortage } from "../../model/shortage.ts";
import type { ThreadAnswer, ThreadData, ThreadJob } from "./thread.ts";

/** What is to be done, of which things, and what with. */
export interface ThreadWork<Item, Job, Outcome> {
  readonly items: Iterable<Item> | AsyncIterable<Item>;
  /** So many at most; `threadsFor` says how many are worth it. */
  readonly threads: number;
  /** URL of a module that exports `run` (`threadModule`). */
  readonly module: string;
  /** The same function, for what is done here; nothing is where it is absent. */
  readonly run?: (job: Job) => Outcome;
  /** Things that a thread has at a time; the usual when absent. */
  readonly given?: number;
  /** What it is called with: plain data. */
  readonly jobOf: (item: Item) => Promise<Job>;
  readonly onDone: (item: Item, outcome: Outcome) => void;
}

/** How many threads are worth their start, beside the one that asks; none where the machine has no other processor. */
export function threadsFor(items: number): number {
  const most = Math.min(availableParallelism() - 1, limits.most);
  return Math.min(most, Math.floor(items / limits.fromItems));
}

/**
 * URL of a module that threads run: beside the source that asks for it, or an entry of the bundle (scripts/build.ts) by its
 * name. `asker` is the URL of the module that asks.
 */
export function threadModule(asker: string, name: string): string {
  const isSource = asker.endsWith(".ts");
  return new URL(isSource ? `./${basename(name)}.ts` : `./${name}.js`, asker).href;
}

/**
 * Does all of it; each takes the next thing that nobody has taken. What fails is left out, and so is what a thread had
 * when it ended for want of memory: who needs it does it again, and meets the reason. Rejects with faults of the program.
 */
export async function doInThreads<Item, Job, Outcome>(
  work: ThreadWork<Item, Job, Outcome>,
): Promise<void> {
  const { items, run, given = limits.given } = work;
  const left = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : Iterator.from(items);
  const opened: Thread<Job, Outcome>[] = [];
  const doThere = async (thread: Thread<Job, Outcome>) => {
    for (let item = await left.next(); item.done !== true; item = await left.next()) {
      const job = await valueOf(work.jobOf(item.value));
      const outcome = job && (await valueOf(thread.run(job.value)));
      if (outcome !== undefined) work.onDone(item.value, outcome.value);
      if (thread.hasEnded()) return;
    }
  };
  const doHere = async (own: (job: Job) => Outcome) => {
    for (let item = await left.next(); item.done !== true; item = await left.next()) {
      const job = await valueOf(work.jobOf(item.value));
      const outcome = job && (await valueOf((async () => own(job.value))()));
      if (outcome !== undefined) work.onDone(item.value, outcome.value);
      // Threads answer, and are given more, in between.
      await turn();
    }
  };
  try {
    while (opened.length < work.threads) opened.push(openThread<Job, Outcome>(work.module));
    const loops = opened.flatMap((thread) => Array.from({ length: given }, () => doThere(thread)));
    await Promise.all([...loops, run && doHere(run)]);
  } finally {
    await Promise.all(opened.map(({ close }) => close()));
  }
}

/** What came of something; undefined where it failed. Rejects with faults of the program. */
async function valueOf<Value>(
  promise: Promise<Value>,
): Promise<{ readonly value: Value } | undefined> {
  try {
    return { value: await promise };
  } catch (error) {
    if (isBug(error)) throw error;
    return undefined;
  }
}

/** Whether a thread ended, or did not begin, for want of memory or of what the system gives. */
function hasNoRoom(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return /^ERR_WORKER_(?:OUT_OF_MEMORY|INIT_FAILED)$/.test(code ?? "") || isShortage(error);
}

interface Thread<Job, Outcome> {
  /** Rejects with Failure when the job fails, or the thread has ended. */
  readonly run: (job: Job) => Promise<Outcome>;
  readonly hasEnded: () => boolean;
  readonly close: () => Promise<unknown>;
}

function openThread<Job, Outcome>(module: string): Thread<Job, Outcome> {
  const workerData: ThreadData = { module };
  const worker = new Worker(new URL(threadModule(import.meta.url, "threads/thread")), {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.mib },
  });
  const waiting = new Map<number, PromiseWithResolvers<Outcome>>();
  let ended: unknown;
  const end = (cause: unknown) => {
    ended ??= cause;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on("error", (error) =>
    end(hasNoRoom(error) ? new Failure("no room for a thread") : error),
  );
  worker.on("exit", () => end(new Failure("the thread has ended")));
  worker.on("message", ({ number, ...answer }: ThreadAnswer) => {
    const { resolve, reject } = waiting.get(number) ?? Promise.withResolvers<Outcome>();
    waiting.delete(number);
    // It is what `run` of the module gives.
    if ("outcome" in answer) resolve(answer.outcome as Outcome);
    else reject(answer.fault ?? new Failure("the job has failed"));
  });
  let count = 0;
  return {
    run: (job) => {
      const number = count++;
      const answer = Promise.withResolvers<Outcome>();
      if (ended === undefined) waiting.set(number, answer);
      else answer.reject(ended);
      const sent: ThreadJob = { number, job };
      worker.postMessage(sent, []);
      return answer.promise;
    },
    hasEnded: () => ended !== undefined,
    close: () => worker.terminate(),
  };
}
