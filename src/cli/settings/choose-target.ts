/** Chooses the server of a command from flags, environment and project file. */
import type { Environment } from "../../model/environment.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { defined } from "../../model/defined.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { EstateFlags } from "../flags/estate.ts";
import type { FoundProject, Project } from "./project.ts";
import { targetFields, type TargetSettings } from "./project/target.ts";

/** What a command needs of its settings. */
export interface SettingsOptions {
  readonly environment: Environment;
  /** False skips URL and credentials. */
  readonly needsServer: boolean;
  /** The project file for these paths and flags, if it is read already. */
  readonly found?: FoundProject | undefined;
}

export interface ChosenTarget {
  /** Undefined without targets, or where no server is needed. */
  readonly name: string | undefined;
  /** Whether --target names it: its settings then precede the environment. */
  readonly isNamed: boolean;
  readonly url: string | undefined;
  /** Own settings, else those of the project file. */
  readonly fields: TargetSettings;
  /** Path of the target in the project file; empty for the top level. */
  readonly path: readonly string[];
  /** Path of the object with the field: the target or the top level. */
  readonly pathOf: (field: keyof typeof targetFields) => readonly string[];
}

/** Undefined, with diagnostics, when none can be chosen. */
export function chooseTarget(
  project: Project | undefined,
  flags: EstateFlags,
  { environment, needsServer }: SettingsOptions,
  diagnostics: Diagnostic[],
): ChosenTarget | undefined {
  const targets = project?.settings.targets ?? {};
  const found = nameFor(Object.keys(targets), flags, needsServer);
  if (typeof found !== "string" && found !== undefined) {
    diagnostics.push({ code: "target-unknown", severity: "error", ...found });
    return undefined;
  }
  const isNamed = flags.target !== undefined;
  const own = found === undefined ? {} : (targets[found] ?? {});
  const path = found === undefined ? [] : ["targets", found];
  const top = new Map(Object.entries(project?.settings ?? {}));
  const shared = Object.keys(targetFields).map((field) => [field, top.get(field)] as const);
  const fields: TargetSettings = { ...defined(Object.fromEntries(shared)), ...defined(own) };
  return {
    name: found,
    isNamed,
    url: urlOf(fields.url, flags, { given: environment["PLUMBLINE_URL"], isNamed }),
    fields,
    path,
    pathOf: (field) => (own[field] === undefined ? [] : path),
  };
}

interface Unclear {
  readonly message: string;
  readonly hint: string;
}

/** The name of the target, undefined for none, or what is unclear. */
function nameFor(
  names: readonly string[],
  flags: EstateFlags,
  needsServer: boolean,
): string | undefined | Unclear {
  const [named, ...more] = flags.target ?? [];
  if (more.length > 0 || flags.allTargets === true)
    return { message: "This command works with one target", hint: "Name one with --target." };
  if (named !== undefined) return names.includes(named) ? named : unknownName(named, names);
  if (flags.url !== undefined) return undefined;
  if (names.length < 2 || !needsServer) return names.length === 1 ? names[0] : undefined;
  const hint = `Choose with --target, or --all-targets: ${names.join(", ")}.`;
  return { message: `The project file has ${names.length} targets`, hint };
}

function unknownName(name: string, names: readonly string[]): Unclear {
  const known =
    names.length === 0 ? "The project file has no targets." : `Known are ${names.join(", ")}.`;
  // In other tools, such as Terraform, a flag of this name selects a part of the configuration.
  const meant = `${known} A target is a server; objects are chosen with --only ADDRESS, or by their files and folders.`;
  return { message: `There is no target ${name}`, hint: didYouMean(name, names) ?? meant };
}

function urlOf(
  own: string | undefined,
  { url }: EstateFlags,
  { given, isNamed }: { readonly given: string | undefined; readonly isNamed: boolean },
): string | undefined {
  // Commander reports the environment variable as the flag's value.
  const flag = url === given ? undefined : url;
  return isNamed ? (flag ?? own ?? given) : (flag ?? given ?? own);
}
