/** Reads what a command is given: files up to a size limit, standard input (`-`), secrets. */
import { readFile, stat } from "node:fs/promises";
import type { Environment } from "../../model/environment.ts";
import { secret, type Secret } from "../../model/secret.ts";

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

/** A secret from an environment variable, or from the file that the variable `…_FILE` names. */
export async function givenSecret(
  variable: string,
  environment: Environment,
): Promise<Secret | undefined> {
  const value = environment[variable];
  if (value !== undefined && value !== "") return secret(value);
  const file = environment[`${variable}_FILE`];
  return file === undefined || file === "" ? undefined : readSecret(file);
}

/** The content of a file without its last line end. */
export async function readSecret(file: string): Promise<Secret> {
  return secret((await readFile(file, "utf8")).replace(/\r?\n$/, ""));
}
