/** Secrets by reference: what an environment variable or a file holds, wrapped at once. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { secret, type Secret } from "../../model/secret.ts";
import type { SecretReference } from "../kind.ts";

/** What a reference points at, a line end behind it left out; a text is the reason why not. */
export async function resolveReference(
  reference: SecretReference,
  {
    folder,
    environment,
  }: {
    /** Folder that paths are relative to. */
    readonly folder: string;
    readonly environment: Environment;
  },
): Promise<{ readonly value: Secret } | string> {
  if ("fromEnv" in reference) {
    const value = environment[reference.fromEnv];
    return value === undefined || value === ""
      ? `The environment variable ${reference.fromEnv} is not set`
      : { value: secret(value) };
  }
  const path = join(folder, reference.fromFile);
  try {
    return { value: secret(readFileSync(path, "utf8").replace(/\r?\n$/, "")) };
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;
