/** Puts flags, environment and project file together: flag before environment before file. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse as parseProperties } from "dot-properties";
import { hasErrors, type Diagnostic } from "../model/diagnostic.ts";
import { reveal, secret, type Secret } from "../model/secret.ts";
import type { Prune } from "../reconciler/engine/scope.ts";
import type { DangerName } from "../reconciler/kind.ts";
import type { Estate } from "../reconciler/reconcile.ts";
import { findProject, resolveReference, type Project } from "./project.ts";

/** Flags that commands about an estate share. */
export interface EstateFlags {
  readonly url?: string;
  readonly prune?: Prune;
  readonly allow?: readonly DangerName[];
}

/** Where the server is and who asks. */
export interface Target {
  readonly url: string;
  readonly user: string;
  readonly password: Secret;
}

/** Everything a command about an estate needs. */
export interface Settings {
  readonly estate: Estate;
  /** Undefined for commands that need no server. */
  readonly target: Target | undefined;
  readonly inventory:
    | { readonly type: "catalog" }
    | { readonly type: "local"; readonly file: string };
}

/** Settings, or what is wrong with them. */
export type FoundSettings =
  | { readonly settings: Settings; readonly diagnostics: readonly Diagnostic[] }
  | { readonly settings?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** Finds the settings for the given paths. `needsServer` false leaves out address and credentials. */
export async function findSettings(
  paths: readonly string[],
  flags: EstateFlags,
  needsServer: boolean,
): Promise<FoundSettings> {
  const { project, diagnostics } = findProject(paths);
  const faults: Diagnostic[] = [...diagnostics];
  faults.push(...scopeFaults(project, flags));
  const mappingProperties = await readProperties(project, faults);
  const target = needsServer ? await findTarget(project, flags, faults) : undefined;
  if (hasErrors(faults)) return { diagnostics: faults };
  const settings: Settings = {
    estate: {
      ...estateOf(project, flags),
      paths,
      mappingProperties,
      environment: process.env,
    },
    target,
    inventory: inventoryOf(project),
  };
  return { settings, diagnostics: faults };
}

function estateOf(project: Project | undefined, flags: EstateFlags) {
  const { estate = "default", allow = [], scope } = project?.settings ?? {};
  return {
    name: estate,
    prune: pruneOf(project, flags),
    scope,
    allow: new Set([...allow, ...(flags.allow ?? [])]),
  };
}

/** Without a project file nothing is deleted unless a flag says so. */
function pruneOf(project: Project | undefined, flags: EstateFlags): Prune {
  return flags.prune ?? project?.settings.prune ?? "none";
}

/** A scope is never guessed: whoever prunes it has to name it. */
function scopeFaults(project: Project | undefined, flags: EstateFlags): readonly Diagnostic[] {
  if (pruneOf(project, flags) !== "scope" || project?.settings.scope !== undefined) return [];
  const hint =
    "Name the workspaces in plumbline.yaml, for example scope: { workspaces: [geology] }.";
  const found = fault("prune: scope needs a scope, and the project file names none", hint);
  return [project === undefined ? found : { ...found, where: project.locate(["prune"]) }];
}

function inventoryOf(project: Project | undefined): Settings["inventory"] {
  if (project?.settings.inventory !== "local") return { type: "catalog" };
  const folder = join(dirname(project.file), ".plumbline", project.settings.estate);
  return { type: "local", file: join(folder, "inventory.json") };
}

async function readProperties(
  project: Project | undefined,
  faults: Diagnostic[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const named = project?.settings.appSchemaProperties;
  if (project === undefined || named === undefined) return undefined;
  const file = join(dirname(project.file), named);
  try {
    return new Map(
      Object.entries(parseProperties(await readFile(file, "latin1")) as Record<string, string>),
    );
  } catch (error) {
    const message = `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`;
    const where = project.locate(["appSchemaProperties"]);
    faults.push({ code: "file-unreadable", severity: "error", message, where });
    return undefined;
  }
}

async function findTarget(
  project: Project | undefined,
  flags: EstateFlags,
  faults: Diagnostic[],
): Promise<Target | undefined> {
  const url = flags.url ?? process.env["PLUMBLINE_URL"] ?? project?.settings.url;
  if (url === undefined) {
    faults.push(
      fault("No server is named", "Give --url, PLUMBLINE_URL, or url in plumbline.yaml."),
    );
    return undefined;
  }
  if (!isUsableUrl(url)) {
    const hint = "It must start with http:// or https:// and hold no user name and password.";
    faults.push(fault(`${withoutCredentials(url)} is not an address of a server`, hint));
    return undefined;
  }
  const user = await findCredential("PLUMBLINE_USER", project, "user", faults);
  const password = await findCredential("PLUMBLINE_PASSWORD", project, "password", faults);
  if (user === undefined || password === undefined) return undefined;
  return { url, user: reveal(user), password };
}

function fault(message: string, hint: string): Diagnostic {
  return { code: "project-invalid", severity: "error", message, hint };
}

function isUsableUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
  );
}

function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@]*@/, "//");
}

async function findCredential(
  variable: string,
  project: Project | undefined,
  field: "user" | "password",
  faults: Diagnostic[],
): Promise<Secret | undefined> {
  const value = process.env[variable];
  if (value !== undefined && value !== "") return secret(value);
  const file = process.env[`${variable}_FILE`];
  if (file !== undefined && file !== "") return readSecretFile(file, variable, faults);
  const given = project?.settings.credentials?.[field];
  if (project === undefined || given === undefined) {
    const hint = `Set ${variable}, or credentials.${field} in plumbline.yaml by reference.`;
    faults.push({
      code: "secret-missing",
      severity: "error",
      message: `No ${field} is given for the server`,
      hint,
    });
    return undefined;
  }
  const found = await resolveReference(project, given);
  if (typeof found !== "string") return found.value;
  const where = project.locate(["credentials", field]);
  faults.push({ code: "secret-missing", severity: "error", message: found, where });
  return undefined;
}

async function readSecretFile(
  file: string,
  variable: string,
  faults: Diagnostic[],
): Promise<Secret | undefined> {
  try {
    return secret((await readFile(file, "utf8")).replace(/\r?\n$/, ""));
  } catch (error) {
    const message = `${file}, named by ${variable}_FILE, cannot be read (${(error as NodeJS.ErrnoException).code})`;
    faults.push({ code: "secret-missing", severity: "error", message });
    return undefined;
  }
}
