/** Reads files from the command line up to a size limit; `-` is standard input. */
import { readFile, stat } from "node:fs/promises";

/** Opens standard input. */
export type OpenInput = () => AsyncIterable<Uint8Array>;

/** The bytes; undefined above the limit. Rejects with a system error. */
export async function readInput(
  file: string,
  { limit, stdin }: { readonly limit: number; readonly stdin: OpenInput },
): Promise<Uint8Array | undefined> {
  if (file !== "-") return (await stat(file)).size > limit ? undefined : readFile(file);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin()) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
