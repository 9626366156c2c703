/** What is in a file on disk, by its digest. */
import { createReadStream } from "node:fs";
import { digestStream } from "../../model/digest.ts";
import type { FileMark } from "./ownership.ts";

/** Reads a file whole, in chunks. Rejects with what the file system says. */
export async function markOf(path: string): Promise<FileMark> {
  const digest = digestStream();
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    bytes += chunk.byteLength;
  }
  return { bytes, digest: digest.end() };
}
