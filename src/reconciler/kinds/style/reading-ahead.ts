/**
 * Reads the contents of many styles that are about to be sent, in threads and here. To read XML, and to look through it, is
 * most of what a plan of new styles computes.
 */
import type { KindContext, Resource } from "../../kind.ts";
import { doInThreads, threadModule, threadsFor } from "../../threads/in-threads.ts";
import { run, type ContentToRead } from "./read-content.ts";
import { readingKey, type StyleReading } from "./reading.ts";
import type { StylePayload } from "./source.ts";

type Content = Pick<StylePayload, "content" | "format">;

/** Keeps the readings of these contents, each once. What cannot be read is left to who asks for it, and so are few. */
export async function readAhead(
  styles: readonly Resource<StylePayload>[],
  { kept }: KindContext,
): Promise<void> {
  const contents = new Map(
    styles.map(({ payload }) => [readingKey(payload.content, payload.format), payload] as const),
  );
  const threads = threadsFor(contents.size);
  if (kept === undefined || threads === 0) return;
  await doInThreads<readonly [string, Content], ContentToRead, StyleReading>({
    items: contents,
    threads,
    module: threadModule(import.meta.url, "style/read-content"),
    run,
    // A copy: what is handed over is all of the memory that bytes lie in, which small ones share.
    jobOf: async ([, { content, format }]) => ({
      bytes: new Uint8Array(await content.load()),
      format,
    }),
    onDone: ([key], reading) => void kept(key, async () => reading),
  });
}
