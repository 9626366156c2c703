/** Files that are named on the command line, within a bound; `-` is standard input, whatever that is. */
import { readFile, stat } from "node:fs/promises";

/** Opens the standard input. */
export type OpenInput = () => AsyncIterable<Uint8Array>;

/** The bytes of a file or of standard input; undefined when there are more. Rejects as the system does. */
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
