/**
 * Reads the contents of many styles that are about to be sent, in threads and here. To read XML, and to look through it, is
 * most of what a plan of new styles computes, and nothing in it depends on another content.
 */
import { availableParallelism } from "node:os";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { readingAhead as limits } from "../../../model/limits.ts";
import type { KindContext, Resource } from "../../kind.ts";
import { readingKey, readingOf, type StyleReading } from "./reading.ts";
import type { ReadingAnswer, ReadingJob } from "./reading-thread.ts";
import type { StylePayload } from "./source.ts";

type Content = Pick<StylePayload, "content" | "format">;

/**
 * Keeps the readings of these contents, each once. What cannot be read here, for whatever reason, is left to who asks for
 * it, and so is all of what is few.
 */
export async function readAhead(
  styles: readonly Resource<StylePayload>[],
  { kept }: KindContext,
): Promise<void> {
  const contents = new Map(
    styles.map(({ payload }) => [readingKey(payload.content, payload.format), payload] as const),
  );
  const most = Math.min(availableParallelism() - 1, limits.threads);
  const threads = Math.min(most, Math.floor(contents.size / limits.contentsOfThread));
  if (kept === undefined || threads < 1) return;
  const keep = (key: string, reading: StyleReading) => void kept(key, async () => reading);
  await readAll(contents, { keep, threads });
}

/** Each loop takes the next content that nobody has taken. */
async function readAll(
  contents: ReadonlyMap<string, Content>,
  about: {
    readonly keep: (key: string, reading: StyleReading) => void;
    readonly threads: number;
  },
): Promise<void> {
  const left = contents.entries();
  const opened = Array.from({ length: about.threads }, openThread);
  const readThere = async (thread: ReadingThread) => {
    for (const [key, content] of left) {
      const reading = await thread.read(content).catch(() => undefined);
      // A thread that ended has no further answers.
      if (reading === undefined) return;
      about.keep(key, reading);
    }
  };
  const readHere = async () => {
    for (const [key, { content, format }] of left) {
      const bytes = await content.load().catch(() => undefined);
      if (bytes !== undefined) about.keep(key, readingOf(bytes, format));
      // Threads answer, and are given more, in between.
      await turn();
    }
  };
  try {
    const loops = opened.flatMap((thread) =>
      Array.from({ length: limits.givenToThread }, () => readThere(thread)),
    );
    await Promise.all([...loops, readHere()]);
  } finally {
    await Promise.all(opened.map(({ close }) => close()));
  }
}

interface ReadingThread {
  /** Rejects when the content cannot be loaded, or the thread has ended. */
  readonly read: (content: Content) => Promise<StyleReading>;
  readonly close: () => Promise<unknown>;
}

function openThread(): ReadingThread {
  const isSource = import.meta.url.endsWith(".ts");
  const path = isSource ? "./reading-thread.ts" : "./style/reading-thread.js";
  const worker = new Worker(new URL(path, import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.threadMib },
  });
  const waiting = new Map<number, PromiseWithResolvers<StyleReading>>();
  let hasEnded = false;
  const end = (cause: Error) => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  };
  worker.on("error", end);
  worker.on("exit", () => end(new Error("the thread has ended")));
  worker.on("message", ({ number, reading }: ReadingAnswer) => {
    waiting.get(number)?.resolve(reading);
    waiting.delete(number);
  });
  let count = 0;
  return {
    read: async ({ content, format }) => {
      // A copy: what is handed over is the whole memory that bytes lie in, which they may share.
      const bytes = new Uint8Array(await content.load());
      if (hasEnded) throw new Error("the thread has ended");
      const number = count++;
      const answer = Promise.withResolvers<StyleReading>();
      waiting.set(number, answer);
      const job: ReadingJob = { number, bytes, format };
      worker.postMessage(job, [bytes.buffer]);
      return answer.promise;
    },
    close: () => worker.terminate(),
  };
}
