/** Which server a command works with, out of flags, environment and the targets of the project file. */
import type { Environment } from "../../model/environment.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { didYouMean } from "../../model/nearest.ts";
import type { EstateFlags } from "../flags/estate.ts";
import type { Project } from "./project.ts";
import { targetFields, type TargetSettings } from "./project/target.ts";

/** A target with everything that holds for it. */
export interface ChosenTarget {
  /** Undefined where the project file has no targets, or none was needed. */
  readonly name: string | undefined;
  /** Whether a flag named it: its own words come before the environment then. */
  readonly isNamed: boolean;
  readonly url: string | undefined;
  /** Its own words, else those at the top of the project file. */
  readonly fields: TargetSettings;
  /** Path of the target in the project file; empty for the top. */
  readonly path: readonly string[];
  /** Path around a field, no matter who says it. */
  readonly pathOf: (field: keyof typeof targetFields) => readonly string[];
}

/** Chooses one target; undefined, with problems reported, when none can be chosen. */
export function chooseTarget(
  project: Project | undefined,
  flags: EstateFlags,
  {
    environment,
    needsServer,
    diagnostics,
  }: {
    readonly environment: Environment;
    readonly needsServer: boolean;
    readonly diagnostics: Diagnostic[];
  },
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
  const fields = { ...topOf(project), ...definedOf(own) };
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

/** The target that is meant: its name, none, or what is unclear about it. */
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
  // Elsewhere a flag of this name chooses a part of what is declared.
  const meant = `${known} A target is a server; to plan a part of an estate, name its files or folders.`;
  return { message: `There is no target ${name}`, hint: didYouMean(name, names) ?? meant };
}

function urlOf(
  own: string | undefined,
  { url }: EstateFlags,
  { given, isNamed }: { readonly given: string | undefined; readonly isNamed: boolean },
): string | undefined {
  // Commander hands over the variable as if it were the flag.
  const flag = url === given ? undefined : url;
  return isNamed ? (flag ?? own ?? given) : (flag ?? given ?? own);
}

function topOf(project: Project | undefined): TargetSettings {
  const settings = project?.settings ?? {};
  const names = Object.keys(targetFields) as (keyof typeof targetFields)[];
  return definedOf(Object.fromEntries(names.map((name) => [name, at(settings, name)])));
}

function at(settings: object, name: string): unknown {
  return (settings as Readonly<Record<string, unknown>>)[name];
}

function definedOf(fields: TargetSettings): TargetSettings {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
