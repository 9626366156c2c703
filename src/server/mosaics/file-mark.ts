/** The mark of a file on disk. */
import { createReadStream } from "node:fs";
import { digestStream } from "../../model/digest.ts";
import type { FileMark } from "./ownership.ts";

export async function markOf(path: string): Promise<FileMark> {
  const digest = digestStream();
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    bytes += chunk.byteLength;
  }
  return { bytes, digest: digest.end() };
}
