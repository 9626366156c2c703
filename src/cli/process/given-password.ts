/** Passwords that a server is given from outside. */
import { readFile } from "node:fs/promises";
import type { Environment } from "../../model/environment.ts";
import { secret, type Secret } from "../../model/secret.ts";

/** A secret from the environment, or from the file that the environment names. */
export async function givenPassword(
  variable: "PLUMBLINE_ADMIN_PASSWORD" | "PLUMBLINE_MASTER_PASSWORD",
  environment: Environment,
): Promise<Secret | undefined> {
  const value = environment[variable];
  if (value !== undefined && value !== "") return secret(value);
  const file = environment[`${variable}_FILE`];
  if (file === undefined || file === "") return undefined;
  return secret((await readFile(file, "utf8")).replace(/\r?\n$/, ""));
}
