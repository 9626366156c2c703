/** Merges settings: flags precede the environment, which precedes the project file. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse as parseProperties } from "dot-properties";
import type { Address } from "../../model/address.ts";
import { addressSet } from "../../model/address-map.ts";
import type { Environment } from "../../model/environment.ts";
import { fault, hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import type { DialectName } from "../../model/dialect.ts";
import type { Secret } from "../../model/secret.ts";
import { changeLimitsFrom } from "../../reconciler/engine/plan/change-limits.ts";
import type { Prune } from "../../reconciler/engine/plan/scope.ts";
import { checkoutOf } from "../../reconciler/manifest/checkout.ts";
import type { Expansion } from "../../reconciler/manifest/expand.ts";
import { OVERLAYS } from "../../reconciler/manifest/find-files.ts";
import type { Estate } from "../../reconciler/estate.ts";
import { durationMs } from "../flags/shared.ts";
import type { EstateFlags } from "../flags/estate.ts";
import { cachePlace } from "./cache.ts";
import { chooseTarget, type ChosenTarget, type SettingsOptions } from "./choose-target.ts";
import { findCredentials } from "./credentials.ts";
import { addressNamed } from "./object-names.ts";
import { findProject, type Project } from "./project.ts";
import { ignoreDiagnostics } from "./project/guards.ts";
import { findVariables, missingVariables } from "./project/variables.ts";
import { findSources, pathsGiven } from "./selection.ts";

/** A server with credentials. */
export interface Target {
  /** Name in the project file; undefined for the only server. */
  readonly name?: string | undefined;
  readonly url: string;
  readonly user: string;
  readonly password: Secret;
  /** The required dialect. */
  readonly dialect?: DialectName | undefined;
  /** CA certificates as PEM. */
  readonly ca?: string | undefined;
  readonly connections?: number | undefined;
  readonly writes?: number | undefined;
  readonly readTimeoutMs?: number | undefined;
  /** Milliseconds for which a value that differs from the sent one is read again. */
  readonly settleMs?: number | undefined;
}

/** Settings of a command about an estate. */
export interface Settings {
  readonly estate: Estate;
  /** Undefined for commands without a server. */
  readonly target: Target | undefined;
  readonly inventory:
    | { readonly type: "catalog" }
    | { readonly type: "local"; readonly file: string };
  readonly project: Project | undefined;
}

/** Settings with a server. */
export interface ServerSettings {
  readonly settings: Settings;
  readonly target: Target;
}

export type FoundSettings =
  | { readonly settings: Settings; readonly diagnostics: readonly Diagnostic[] }
  | { readonly settings?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** An estate for reading: no secret is required and no secret command runs. */
export function withoutSecrets(estate: Estate): Estate {
  return { ...estate, secrets: "at-hand" };
}

/** Finds the settings for paths and flags. */
export async function findSettings(
  paths: readonly string[],
  flags: EstateFlags,
  options: SettingsOptions,
): Promise<FoundSettings> {
  const { environment, needsServer, found } = options;
  const given = pathsGiven(paths, flags);
  const { project, diagnostics } = found ?? findProject(given, flags.project, flags.isForeign);
  const problems: Diagnostic[] = [...diagnostics];
  if (hasErrors(problems)) return { diagnostics: problems };
  const chosen = chooseTarget(project, flags, options, problems);
  if (chosen === undefined) return { diagnostics: problems };
  const prune = flags.prune ?? chosen.fields.prune ?? project?.settings.prune ?? "none";
  problems.push(...scopeDiagnostics(project, prune), ...ignoreDiagnostics(project));
  const replace =
    flags.replace && addressSet(flags.replace.flatMap((one) => replaced(one, problems)));
  const sources = findSources(given, { project, flags, diagnostics: problems });
  const mappingProperties = await readProperties(project, chosen, problems);
  const finding = { chosen, flags, diagnostics: problems, environment };
  const expansion = expansionOf(project, finding);
  const target = needsServer ? await findTarget(project, finding) : undefined;
  if (hasErrors(problems)) return { diagnostics: problems };
  const settings: Settings = {
    estate: {
      ...estateOf(project, chosen, flags),
      ...sources,
      prune,
      replace,
      expansion,
      mappingProperties,
      environment,
      checkout: project && checkoutOf(dirname(project.file)),
      cache: cachePlace(project, {
        target: chosen.name,
        expansion,
        isWanted: flags.cache !== false,
      }),
    },
    target,
    inventory: inventoryOf(project, chosen),
    project,
  };
  return { settings, diagnostics: problems };
}

function replaced(text: string, diagnostics: Diagnostic[]): readonly Address[] {
  const address = addressNamed(text);
  if (address !== undefined) return [address];
  const hint = "An address is Kind/name or Kind/workspace:name; status lists them.";
  diagnostics.push(fault("replace-refused", `--replace ${text} is no address`, { hint }));
  return [];
}

/** Without a project file nothing is deleted, unless a flag allows it. */
function estateOf(project: Project | undefined, { fields }: ChosenTarget, flags: EstateFlags) {
  const { estate = "default", scope, ignore, allowExec } = project?.settings ?? {};
  const { guards = {}, allow = [] } = fields;
  return {
    name: estate,
    scope,
    ignore,
    allowExec,
    allow: new Set([...allow, ...(flags.allow ?? [])]),
    changeLimits: changeLimitsFrom({
      delete: flags.maxDeletes ?? guards.deletes,
      replace: flags.maxRecreates ?? guards.recreates,
      update: flags.maxUpdates ?? guards.updates,
    }),
  };
}

/** A scope is never guessed: prune: scope requires its name. */
function scopeDiagnostics(project: Project | undefined, prune: Prune): readonly Diagnostic[] {
  if (prune !== "scope" || project?.settings.scope !== undefined) return [];
  const hint =
    "Name the workspaces in plumbline.yaml, for example scope: { workspaces: [geology] }.";
  const found = diagnostic("prune: scope needs a scope, and the project file names none", hint);
  return [project === undefined ? found : { ...found, where: project.locate(["prune"]) }];
}

interface Finding {
  readonly chosen: ChosenTarget;
  readonly flags: EstateFlags;
  readonly diagnostics: Diagnostic[];
  readonly environment: Environment;
}

function expansionOf(
  project: Project | undefined,
  { chosen, flags, diagnostics, environment }: Finding,
): Expansion {
  const folder = join(project === undefined ? "." : dirname(project.file), OVERLAYS);
  const overlays = flags.overlay ?? chosen.fields.overlays ?? [];
  const { path } = chosen;
  const { values: variables, undeclared } = findVariables(
    {
      declared: project?.settings.variables,
      target: chosen.fields.variables ?? {},
      environment,
      files: flags.varFile ?? [],
      flags: flags.var ?? [],
      locate: ([first = "", ...rest]) =>
        project?.locate(rest.at(-1) === "default" ? [first, ...rest] : [...path, first, ...rest]),
    },
    diagnostics,
  );
  const missing = missingVariables(project?.settings, { values: variables, target: chosen.name });
  return { variables, missing, undeclared, overlays: overlays.map((name) => join(folder, name)) };
}

function inventoryOf(project: Project | undefined, { name }: ChosenTarget): Settings["inventory"] {
  if (project?.settings.inventory !== "local") return { type: "catalog" };
  const { estate } = project.settings;
  const folder = join(dirname(project.file), ".plumbline", estate, name ?? "");
  return { type: "local", file: join(folder, "inventory.json") };
}

async function readProperties(
  project: Project | undefined,
  chosen: ChosenTarget,
  diagnostics: Diagnostic[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const text = await readBeside(project, { chosen, diagnostics, field: ["appSchemaProperties"] });
  if (text === undefined) return undefined;
  return new Map(Object.entries(parseProperties(text) as Record<string, string>));
}

/** The text of a file of the target; undefined where it names none, or with a diagnostic. */
async function readBeside(
  project: Project | undefined,
  about: {
    readonly chosen: ChosenTarget;
    readonly diagnostics: Diagnostic[];
    readonly field: readonly ["appSchemaProperties"] | readonly ["tls", "ca"];
  },
): Promise<string | undefined> {
  const { chosen, diagnostics, field } = about;
  const { appSchemaProperties, tls } = chosen.fields;
  const named = field[0] === "tls" ? tls?.ca : appSchemaProperties;
  if (project === undefined || named === undefined) return undefined;
  const file = join(dirname(project.file), named);
  try {
    return await readFile(file, "latin1");
  } catch (error) {
    const message = `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`;
    const where = project.locate([...chosen.pathOf(field[0]), ...field]);
    diagnostics.push(fault("file-unreadable", message, { where }));
    return undefined;
  }
}

async function findTarget(
  project: Project | undefined,
  { chosen, flags, diagnostics, environment }: Finding,
): Promise<Target | undefined> {
  const url = chosen.url;
  if (url === undefined) {
    const hint = "Give --url, PLUMBLINE_URL, or url in plumbline.yaml.";
    diagnostics.push(diagnostic("No server is named", hint));
    return undefined;
  }
  if (!isUsableUrl(url)) {
    const hint =
      "It must start with http:// or https:// and must not contain a user name or password.";
    diagnostics.push(
      diagnostic(`${url.replace(/\/\/[^/@]*@/, "//")} is not an address of a server`, hint),
    );
    return undefined;
  }
  const { credentials, dialect, limits } = chosen.fields;
  const given = { credentials, path: chosen.pathOf("credentials"), isFirst: chosen.isNamed };
  const account = await findCredentials(project, given, environment, diagnostics);
  const ca = await readBeside(project, { chosen, diagnostics, field: ["tls", "ca"] });
  if (account === undefined) return undefined;
  const { connections, timeout, settle } = limits ?? {};
  const writes = flags.parallelWrites ?? limits?.writes;
  const readTimeoutMs = flags.timeout ?? (timeout === undefined ? undefined : durationMs(timeout));
  const settleMs = flags.settle ?? (settle === undefined ? undefined : durationMs(settle));
  const bounds = { connections, writes, readTimeoutMs, settleMs };
  return { name: chosen.name, url, ...account, dialect, ca, ...bounds };
}

function diagnostic(message: string, hint: string): Diagnostic {
  return fault("project-invalid", message, { hint });
}

function isUsableUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
  );
}
