/** Files that are named on the command line, within a bound; `-` is standard input, whatever that is. */
import { readFile, stat } from "node:fs/promises";

/** The bytes of a file or of standard input; undefined when there are more. Rejects as the system does. */
export async function readInput(file: string, limit: number): Promise<Uint8Array | undefined> {
  if (file !== "-") return (await stat(file)).size > limit ? undefined : readFile(file);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
