/** Resolves secrets from variables, files and commands, and wraps them at once. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { digestOfValue } from "../../model/digest.ts";
import type { Environment } from "../../model/environment.ts";
import { reference as limits } from "../../model/limits.ts";
import { secret, secretNotGiven, type Secret } from "../../model/secret.ts";
import type { SecretReference } from "../kind.ts";

/** A secret, or why there is none. */
export type Resolved = { readonly value: Secret } | string;

/** By folder and command: each command runs once in a load. */
export type Executed = Map<string, Promise<Resolved>>;

/**
 * The use of secrets (docs/decisions/0040-secrets-not-given.md): `needed` to be sent, a missing
 * one is a problem; `compared` if given; `at-hand`, the same without running commands; `made-up`
 * if not given, for a rehearsal.
 */
export type SecretUse = "needed" | "compared" | "at-hand" | "made-up";

export interface ReferencePlace {
  /** For relative paths and as working directory of commands. */
  readonly folder: string;
  readonly environment: Environment;
  /** Set in the project file. */
  readonly allowExec?: boolean | undefined;
  readonly executed?: Executed | undefined;
  /** `needed` when absent. */
  readonly use?: SecretUse | undefined;
}

/**
 * The referenced value without a trailing line end, or why it is missing. Unless `needed`, a
 * missing value becomes a secret that is not given; a command that is not allowed stays an error.
 */
export async function resolveReference(
  reference: SecretReference,
  place: ReferencePlace,
): Promise<Resolved> {
  const { use = "needed", allowExec } = place;
  if ("fromExec" in reference && allowExec !== true)
    return `The command ${reference.fromExec[0]} is not run: the project file does not say allowExec: true`;
  const found = await resolve(reference, place);
  if (use === "needed" || typeof found !== "string") return found;
  // Satisfies the servers' password rules. A new password must differ from the current one.
  const madeUp = `Made up, 1 rehearsal ${digestOfValue(reference)}`;
  return { value: secretNotGiven(found, use === "made-up" ? madeUp : undefined) };
}

async function resolve(reference: SecretReference, place: ReferencePlace): Promise<Resolved> {
  if ("fromEnv" in reference) {
    const value = place.environment[reference.fromEnv];
    const variable = `The environment variable ${reference.fromEnv}`;
    if (value === undefined) return `${variable} is not set`;
    return value === "" ? `${variable} is empty` : { value: secret(value) };
  }
  if ("fromExec" in reference) {
    const [command] = reference.fromExec;
    if (place.use === "at-hand") return `The command ${command} is not run only to look`;
    return executeOnce(reference.fromExec, place);
  }
  const path = join(place.folder, reference.fromFile);
  try {
    return { value: secret(withoutLineEnd(readFileSync(path, "utf8"))) };
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, "");
}

function executeOnce(command: readonly string[], place: ReferencePlace): Promise<Resolved> {
  const key = JSON.stringify([place.folder, command]);
  const known = place.executed?.get(key);
  if (known !== undefined) return known;
  const running = executeCommand(command, place);
  place.executed?.set(key, running);
  return running;
}

/** Runs a command without a shell; its other output is discarded. */
async function executeCommand(
  [file = "", ...given]: readonly string[],
  { folder, environment }: ReferencePlace,
): Promise<Resolved> {
  try {
    const { stdout } = await promisify(execFile)(file, given, {
      cwd: folder,
      env: { ...environment },
      timeout: limits.execTimeoutMs,
      maxBuffer: limits.execBytes,
    });
    const value = withoutLineEnd(stdout);
    return value === "" ? `The command ${file} printed nothing` : { value: secret(value) };
  } catch (error) {
    const { code, killed } = error as { code?: string | number; killed?: boolean };
    const reason =
      killed === true ? `took longer than ${limits.execTimeoutMs / 1_000} s` : `failed (${code})`;
    return `The command ${file} ${reason}`;
  }
}
