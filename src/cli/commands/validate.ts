/** `plumbline validate`: all checks without a server, for each target with its own declarations. */
import { hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { checkArtefacts } from "../../reconciler/manifest/resolve.ts";
import type { ValidationDocument } from "../../reconciler/report/documents.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "../../reconciler/report/json.ts";
import type { ValidateFlags } from "../flags/inspect.ts";
import type { CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { findProject, type FoundProject } from "../settings/project.ts";
import type { TargetSettings } from "../settings/project/target.ts";
import { pathsGiven, withInput } from "../settings/selection.ts";
import { findDeclared } from "./declared.ts";
import type { Given } from "./on-server.ts";

/** Checks all manifests and their files, and reports all problems. */
export async function runValidate(given: Given<ValidateFlags>): Promise<CommandResult> {
  const { paths, flags, context } = await withInput(given);
  const project = findProject(pathsGiven(paths, flags), flags.project);
  const names = targetsToCheck(project, flags);
  const checks: Checked[] = [];
  for (const name of names) {
    const target = name === undefined ? flags.target : [name];
    const own = { ...flags, allTargets: false, ...(target === undefined ? {} : { target }) };
    const found = await check(name, { paths, flags: own, context, found: project });
    // A settings error of one target must not hide the others.
    const { diagnostics = [] } = found;
    if (!("code" in found)) checks.push(found);
    else if (name === undefined) return found;
    else checks.push({ name, manifests: 0, objects: 0, diagnostics });
  }
  return resultOf(checks, flags.strict === true);
}

/** The targets to check; undefined for a check without a target. */
function targetsToCheck(
  { project }: FoundProject,
  { target, allTargets = false }: ValidateFlags,
): readonly (string | undefined)[] {
  const targets = project?.settings.targets ?? {};
  const isEach =
    allTargets || (target === undefined && Object.values(targets).some(declaresItsOwn));
  const names = isEach ? Object.keys(targets) : (target ?? []);
  return names.length > 1 ? names : [undefined];
}

/** Whether the manifests can differ for this target. */
function declaresItsOwn({ variables, overlays, appSchemaProperties }: TargetSettings): boolean {
  return [variables, overlays, appSchemaProperties].some((one) => one !== undefined);
}

interface Checked {
  readonly name: string | undefined;
  readonly manifests: number;
  readonly objects: number;
  readonly diagnostics: readonly Diagnostic[];
}

async function check(name: string | undefined, given: Given): Promise<Checked | CommandResult> {
  const declared = await findDeclared(given);
  if ("code" in declared) return declared;
  const { state } = declared.desired;
  const diagnostics = [...declared.diagnostics, ...(await checkArtefacts(state))];
  return { name, manifests: state.manifests, objects: state.resources.length, diagnostics };
}

function resultOf(checks: readonly Checked[], isStrict: boolean): CommandResult {
  const diagnostics = merged(checks);
  const valid = isStrict
    ? diagnostics.every(({ severity }) => severity === "info")
    : !hasErrors(diagnostics);
  const targets = checks.flatMap(({ name, manifests, objects }) =>
    name === undefined ? [] : [{ name, manifests, objects }],
  );
  const document: ValidationDocument = {
    type: "validation",
    format_version: FORMAT_VERSION,
    valid,
    manifests: Math.max(...checks.map(({ manifests }) => manifests)),
    objects: Math.max(...checks.map(({ objects }) => objects)),
    ...(targets.length === 0 ? {} : { targets }),
    diagnostics: diagnosticDocuments(diagnostics),
  };
  return { code: valid ? exitCodes.success : exitCodes.error, diagnostics, document };
}

/** Merges equal diagnostics; those of only some targets name their targets. */
function merged(checks: readonly Checked[]): readonly Diagnostic[] {
  const found = new Map<string, { diagnostic: Diagnostic; names: (string | undefined)[] }>();
  for (const { name, diagnostics } of checks)
    for (const diagnostic of diagnostics) {
      const key = JSON.stringify(diagnostic);
      const known = found.get(key);
      if (known === undefined) found.set(key, { diagnostic, names: [name] });
      else if (!known.names.includes(name)) known.names.push(name);
    }
  return [...found.values()].map(({ diagnostic, names }) => {
    if (names.length === checks.length) return diagnostic;
    const about = `target${names.length === 1 ? "" : "s"} ${names.join(", ")}`;
    return { ...diagnostic, message: `${diagnostic.message} (${about})` };
  });
}
