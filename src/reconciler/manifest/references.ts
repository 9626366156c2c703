/** Secrets by reference: what a variable, a file or a command holds, wrapped at once. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { digestOfValue } from "../../model/digest.ts";
import type { Environment } from "../../model/environment.ts";
import { reference as limits } from "../../model/limits.ts";
import { secret, secretNotGiven, type Secret } from "../../model/secret.ts";
import type { SecretReference } from "../kind.ts";

/** A secret, or the reason why there is none. */
export type Resolved = { readonly value: Secret } | string;

/** What commands gave, by folder and command: each runs once in a load. */
export type Executed = Map<string, Promise<Resolved>>;

/**
 * What secrets are for (docs/decisions/0040-secrets-not-given.md): `needed` to be sent, so that one
 * that cannot be had is a problem; `compared` where it is given; `at-hand`, the same without running
 * commands; `made-up` where it is not given, for a rehearsal.
 */
export type SecretUse = "needed" | "compared" | "at-hand" | "made-up";

/** What references are resolved with. */
export interface ReferencePlace {
  /** Folder that paths are relative to, and that commands run in. */
  readonly folder: string;
  readonly environment: Environment;
  /** Whether commands may be run: the project file says so. */
  readonly allowExec?: boolean | undefined;
  readonly executed?: Executed | undefined;
  /** `needed` when absent. */
  readonly use?: SecretUse | undefined;
}

/**
 * What stands in for a secret in a rehearsal: long and mixed enough for every rule of a server, and another
 * one for every reference, as a new password must differ from the current one.
 */
function madeUp(reference: SecretReference): string {
  return `Made up, 1 rehearsal ${digestOfValue(reference)}`;
}

/**
 * What a reference points at, a line end behind it left out; a text is the reason why not. Where it is
 * not needed, what cannot be had is a secret that is not given; a command that may not be run is a problem
 * of the manifests all the same.
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
  return { value: secretNotGiven(found, use === "made-up" ? madeUp(reference) : undefined) };
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

/** Runs a command without a shell. What it prints beside the secret is asked to nobody. */
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
