/**
 * Reads the contents of many styles that are about to be sent, in threads and here. To read XML, and to look through it, is
 * most of what a plan of new styles computes.
 */
import type { KindContext, Resource } from "../../kind.ts";
import { threads as limits } from "../../../model/limits.ts";
import {
  doInThreads,
  threadModule,
  threadsFor,
  type ThreadWork,
} from "../../threads/in-threads.ts";
import { run, type ContentToRead } from "./read-content.ts";
import { readingKey, type StyleReading } from "./reading.ts";
import type { StylePayload } from "./source.ts";

type Content = Pick<StylePayload, "content" | "format">;

type Keyed = readonly [string, Content];

/** What was read so far, and what is being read while manifests are loaded. */
interface Begun {
  readonly done: Set<string>;
  arriving: Promise<void> | undefined;
}

/** Keeps the readings of these contents, each once. What cannot be read is left to who asks for it, and so are few. */
export async function readAhead(
  styles: readonly Resource<StylePayload>[] | AsyncIterable<Resource<StylePayload>>,
  { kept }: KindContext,
): Promise<void> {
  if (kept === undefined) return;
  const begun = kept<Begun>("contents read ahead", () => ({
    done: new Set(),
    arriving: undefined,
  }));
  const keep = (key: string, reading: StyleReading) => {
    begun.done.add(key);
    void kept(key, async () => reading);
  };
  if (Symbol.asyncIterator in styles) {
    // As many as the first of them are worth: nobody knows how many come.
    const threads = threadsFor(limits.fromItems);
    if (threads > 0)
      begun.arriving = read(each(styles), keep, { threads, given: limits.givenWhileLoading });
    return begun.arriving;
  }
  await begun.arriving;
  const contents = new Map(styles.map(keyed).filter(([key]) => !begun.done.has(key)));
  const threads = threadsFor(contents.size);
  if (threads > 0) await read(contents, keep, { threads, run });
}

function keyed({ payload }: Resource<StylePayload>): Keyed {
  return [readingKey(payload.content, payload.format), payload];
}

/** Each content once. */
async function* each(
  styles: AsyncIterable<Resource<StylePayload>>,
): AsyncGenerator<Keyed, void, void> {
  const seen = new Set<string>();
  for await (const style of styles) {
    const one = keyed(style);
    if (seen.has(one[0])) continue;
    seen.add(one[0]);
    yield one;
  }
}

type How = Pick<ThreadWork<Keyed, ContentToRead, StyleReading>, "threads" | "run" | "given">;

function read(
  items: Iterable<Keyed> | AsyncIterable<Keyed>,
  keep: (key: string, reading: StyleReading) => void,
  how: How,
): Promise<void> {
  return doInThreads({
    ...how,
    items,
    module: threadModule(import.meta.url, "style/read-content"),
    // A copy: what is handed over is all of the memory that bytes lie in, which small ones share.
    jobOf: async ([, { content, format }]) => ({
      bytes: new Uint8Array(await content.load()),
      format,
    }),
    onDone: ([key], reading) => keep(key, reading),
  });
}
