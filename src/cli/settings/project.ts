/** The project file `plumbline.yaml`: name, targets and policies of an estate. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Environment } from "../../model/environment.ts";
import { fault, type Diagnostic, type Position } from "../../model/diagnostic.ts";
import { secret, type Secret } from "../../model/secret.ts";
import { prunes } from "../../reconciler/engine/plan/scope.ts";
import { CLAIMS } from "../../reconciler/inventory/owners.ts";
import { PROJECT_FILE } from "../../reconciler/manifest/find-files.ts";
import { problemsIn, type Problem } from "../../reconciler/manifest/issue.ts";
import { readDocuments } from "../../reconciler/manifest/load.ts";
import { resolveReference } from "../../reconciler/manifest/references.ts";
import { ignoreSchema } from "./project/guards.ts";
import { type referenceSchema, SIMPLE_NAME, targetFields, targetSchema } from "./project/target.ts";
import { endpointsSchema, notificationsSchema, watchSchema } from "./project/watch.ts";
import { verifySchema } from "./project/verify.ts";
import { variablesSchema } from "./project/variables.ts";

/** The schema of the project file. */
export const projectSchema = z.strictObject({
  apiVersion: z.literal("plumbline/v1"),
  kind: z.literal("Project"),
  estate: z
    .string()
    .regex(...SIMPLE_NAME)
    .refine((name) => name !== CLAIMS, `${CLAIMS} lies beside the estates; take another name`)
    .default("default")
    .describe("Name of the estate; its inventory has this name."),
  ...targetFields,
  manifests: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe(
      "Folders of the manifests, relative to this file. By default manifests/ beside it, else the only folder beside it that contains manifests, else its own folder.",
    ),
  prune: z
    .enum(prunes)
    .describe(
      "What to do with undeclared objects: none keeps them, owned deletes those of this estate, scope also deletes all others in the workspaces of scope.",
    ),
  scope: z
    .strictObject({
      workspaces: z
        .array(z.string().min(1))
        .min(1)
        .describe("Workspaces that may contain declared objects only."),
    })
    .optional()
    .describe("The part of the catalog that belongs to this estate as a whole, for prune: scope."),
  inventory: z
    .enum(["catalog", "local"])
    .default("catalog")
    .describe(
      "Where ownership is recorded: in the catalog itself, or in .plumbline/ESTATE/ beside this file.",
    ),
  watch: watchSchema.optional(),
  endpoints: endpointsSchema.optional(),
  notifications: notificationsSchema.optional(),
  verify: verifySchema.optional(),
  targets: z
    .record(z.string().regex(...SIMPLE_NAME), targetSchema)
    .optional()
    .describe("Servers by name, chosen by --target. What one does not say is as at the top."),
  waves: z
    .array(z.array(z.string().min(1)).min(1))
    .optional()
    .describe(
      "Names of targets for --all-targets: those of a wave are done before the next, which waits for their success.",
    ),
  variables: variablesSchema.optional(),
  ignore: ignoreSchema.optional(),
  allowExec: z
    .boolean()
    .default(false)
    .describe("Whether secrets may come from commands (fromExec)."),
});

export type ProjectSettings = z.infer<typeof projectSchema>;

/** A parsed project file. */
export interface Project {
  readonly file: string;
  readonly settings: ProjectSettings;
  /** Position of a field, or of its closest parent. */
  readonly locate: (path: readonly string[]) => Position;
}

/** Without a file there is neither a project nor a diagnostic. */
export interface FoundProject {
  readonly project?: Project;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the named project file, or searches the manifest folder, its parent, the working folder,
 * then further parents. A foreign file comes with a branch: it must not run commands, as anyone
 * with push access could change it.
 */
export function findProject(
  paths: readonly string[],
  named?: string,
  isForeign = false,
): FoundProject {
  const file =
    (named === undefined ? undefined : fileOf(named)) ??
    placesFor(paths).find((candidate) => existsSync(candidate));
  if (file === undefined) return { diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const [first] = readDocuments([file], diagnostics);
  if (first === undefined) return { diagnostics };
  const parsed = projectSchema.safeParse(first.value);
  if (!parsed.success) {
    const schema = z.toJSONSchema(projectSchema, { io: "input" });
    const about = { value: first.value, schema, whole: "the project file" };
    const problems = problemsIn(parsed.error.issues, about);
    return {
      diagnostics: [
        ...diagnostics,
        ...problems.map((problem) => asDiagnostic(problem, first.locate)),
      ],
    };
  }
  const { locate } = first;
  if (isForeign && parsed.data.allowExec) diagnostics.push(foreignCommands(locate));
  const allowExec = parsed.data.allowExec && !isForeign;
  const project = { file, settings: { ...parsed.data, allowExec }, locate };
  return { project, diagnostics: [...diagnostics, ...waveProblems(project)] };
}

function fileOf(named: string): string {
  return isFolder(named) ? join(named, PROJECT_FILE) : named;
}

function foreignCommands(locate: Project["locate"]): Diagnostic {
  const message = "allowExec does not count in a project file that comes with a branch";
  const hint =
    "Give --allow-exec where the watch runs, if everybody who may push may run commands there.";
  const where = locate(["allowExec"]);
  return { code: "project-invalid", severity: "warning", message, hint, where };
}

function placesFor(paths: readonly string[]): readonly string[] {
  const first = paths.flatMap((path) => {
    const folder = isFolder(path) ? path : dirname(path);
    return [folder, dirname(resolve(folder))];
  });
  const further = first.flatMap((folder) => foldersAround(resolve(folder)));
  return [...first, ".", ...further].map((folder) => join(folder, PROJECT_FILE));
}

/** A path may be deep inside an estate with the project file at its top. */
function foldersAround(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAround(above)];
}

function asDiagnostic({ path, ...problem }: Problem, locate: Project["locate"]): Diagnostic {
  const where = locate(path.map(String));
  const hint = path.join() === "prune" ? { hint: PRUNE_HINT } : {};
  return { code: "project-invalid", severity: "error", ...problem, where, ...hint };
}

/** Each target must be in exactly one wave, and waves contain only targets. */
function waveProblems({ settings, locate }: Project): readonly Diagnostic[] {
  const { waves, targets = {} } = settings;
  if (waves === undefined) return [];
  const listed = waves.flat();
  const unknown = listed.filter((name) => !(name in targets));
  const missing = Object.keys(targets).filter((name) => !listed.includes(name));
  const twice = listed.filter((name, index) => listed.indexOf(name) !== index);
  const messages = [
    ...unknown.map((name) => `There is no target ${name}`),
    ...missing.map((name) => `The target ${name} is in no wave`),
    ...twice.map((name) => `The target ${name} is in two waves`),
  ];
  const where = locate(["waves"]);
  return messages.map((message) => fault("project-invalid", message, { where }));
}

const PRUNE_HINT =
  "Choose what becomes of objects that are not declared. prune: none keeps them, prune: owned deletes what this estate made, prune: scope empties the workspaces named under scope of everything else.";

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** The secret that a path of the project file refers to; a problem is added to `diagnostics`. */
export async function secretAt(
  { file, settings, locate }: Project,
  path: readonly string[],
  given: string | z.infer<typeof referenceSchema>,
  { environment, diagnostics }: Resolving,
): Promise<Secret | undefined> {
  if (typeof given === "string") return secret(given);
  const { allowExec } = settings;
  const found = await resolveReference(given, { folder: dirname(file), environment, allowExec });
  if (typeof found !== "string") return found.value;
  diagnostics.push(fault("secret-missing", found, { where: locate(path) }));
  return undefined;
}

interface Resolving {
  readonly environment: Environment;
  readonly diagnostics: Diagnostic[];
}
