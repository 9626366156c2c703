/** Credentials of a target: from the environment, else by reference from the project file. */
import { readFile } from "node:fs/promises";
import type { Environment } from "../../model/environment.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { reveal, secret, type Secret } from "../../model/secret.ts";
import { resolveReference, type Project } from "./project.ts";
import type { TargetSettings } from "./project/target.ts";

/** Undefined, with diagnostics, when a credential is missing. */
export async function findCredentials(
  project: Project | undefined,
  given: NamedCredentials,
  {
    environment,
    diagnostics,
  }: { readonly environment: Environment; readonly diagnostics: Diagnostic[] },
): Promise<{ readonly user: string; readonly password: Secret } | undefined> {
  const find = (variable: string, field: "user" | "password") =>
    findCredential({ variable, field }, { project, given, environment, diagnostics });
  const user = await find("PLUMBLINE_USER", "user");
  const password = await find("PLUMBLINE_PASSWORD", "password");
  return user === undefined || password === undefined
    ? undefined
    : { user: reveal(user), password };
}

/** Credentials of a target with their path in the project file. */
export interface NamedCredentials {
  readonly credentials: TargetSettings["credentials"];
  readonly path: readonly string[];
  /** Whether --target chose them, so that they precede the environment. */
  readonly isFirst: boolean;
}

async function findCredential(
  { variable, field }: { readonly variable: string; readonly field: "user" | "password" },
  about: {
    readonly project: Project | undefined;
    readonly given: NamedCredentials;
    readonly environment: Environment;
    readonly diagnostics: Diagnostic[];
  },
): Promise<Secret | undefined> {
  const { project, given, environment, diagnostics } = about;
  const reference = given.credentials?.[field];
  if (!given.isFirst || reference === undefined) {
    const value = environment[variable];
    if (value !== undefined && value !== "") return secret(value);
    const file = environment[`${variable}_FILE`];
    if (file !== undefined && file !== "") return readSecretFile(file, variable, diagnostics);
  }
  if (project === undefined || reference === undefined) {
    const hint = `Set ${variable}, or credentials.${field} in plumbline.yaml by reference.`;
    const message = `No ${field} is given for the server`;
    diagnostics.push({ code: "secret-missing", severity: "error", message, hint });
    return undefined;
  }
  const found = await resolveReference(project, reference, environment);
  if (typeof found !== "string") return found.value;
  const where = project.locate([...given.path, "credentials", field]);
  diagnostics.push({ code: "secret-missing", severity: "error", message: found, where });
  return undefined;
}

async function readSecretFile(
  file: string,
  variable: string,
  diagnostics: Diagnostic[],
): Promise<Secret | undefined> {
  try {
    return secret((await readFile(file, "utf8")).replace(/\r?\n$/, ""));
  } catch (error) {
    const message = `${file}, named by ${variable}_FILE, cannot be read (${(error as NodeJS.ErrnoException).code})`;
    diagnostics.push({ code: "secret-missing", severity: "error", message });
    return undefined;
  }
}
