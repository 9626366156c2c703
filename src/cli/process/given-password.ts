/** Passwords from the environment. */
import { readFile } from "node:fs/promises";
import type { Environment } from "../../model/environment.ts";
import { secret, type Secret } from "../../model/secret.ts";

/** Password variables. The name with the suffix `_FILE` holds the path of a password file. */
export type PasswordVariable =
  | "PLUMBLINE_ADMIN_PASSWORD"
  | "PLUMBLINE_MASTER_PASSWORD"
  | "PLUMBLINE_CATALOG_PASSWORD";

/** A secret from the environment or from the file named there. */
export async function givenPassword(
  variable: PasswordVariable,
  environment: Environment,
): Promise<Secret | undefined> {
  const value = environment[variable];
  if (value !== undefined && value !== "") return secret(value);
  const file = environment[`${variable}_FILE`];
  if (file === undefined || file === "") return undefined;
  return secret((await readFile(file, "utf8")).replace(/\r?\n$/, ""));
}
