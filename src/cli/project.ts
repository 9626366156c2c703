/** The project file, `plumbline.yaml`: what an estate is called, where it goes, what it may do. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Diagnostic, Position } from "../model/diagnostic.ts";
import { secret, type Secret } from "../model/secret.ts";
import { prunes } from "../reconciler/engine/scope.ts";
import { dangerNames } from "../reconciler/kind.ts";
import { PROJECT_FILE } from "../reconciler/manifest/find-files.ts";
import { readDocuments } from "../reconciler/manifest/load.ts";
import { resolveReference as openReference } from "../reconciler/manifest/references.ts";
import { notificationsSchema } from "./project/notifications.ts";
import { watchSchema } from "./project/watch.ts";

const reference = z
  .union([
    z.strictObject({ fromEnv: z.string().min(1) }),
    z.strictObject({ fromFile: z.string().min(1) }),
  ])
  .describe(
    "A secret by reference: fromEnv names an environment variable, fromFile a file beside the project file.",
  );

/** The schema of the project file. */
export const projectSchema = z.strictObject({
  apiVersion: z.literal("plumbline/v1"),
  kind: z.literal("Project"),
  estate: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
    .default("default")
    .describe("Name of the estate: what it creates is recorded under it."),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Address of the map server, with or without /rest."),
  prune: z
    .enum(prunes)
    .describe(
      "What becomes of objects that are not declared: none keeps them, owned deletes what this estate made, scope deletes that and whatever else lies in the workspaces of scope.",
    ),
  scope: z
    .strictObject({
      workspaces: z
        .array(z.string().min(1))
        .min(1)
        .describe("Workspaces in which nothing but what is declared may be."),
    })
    .optional()
    .describe("The part of the catalog that belongs to this estate as a whole, for prune: scope."),
  allow: z.array(z.enum(dangerNames)).default([]).describe("Dangers this estate accepts."),
  credentials: z
    .strictObject({ user: z.union([z.string().min(1), reference]), password: reference })
    .optional(),
  inventory: z
    .enum(["catalog", "local"])
    .default("catalog")
    .describe(
      "Where ownership is recorded: in the catalog itself, or in .plumbline/ESTATE/ beside this file.",
    ),
  watch: watchSchema.optional(),
  notifications: notificationsSchema.optional(),
  appSchemaProperties: z
    .string()
    .min(1)
    .optional()
    .describe("A .properties file with values for ${name} in mappings, as the server has them."),
});

/** A project file that was read. */
export interface Project {
  readonly file: string;
  readonly settings: z.infer<typeof projectSchema>;
  /** The place of a field in the file, or of what is closest to it. */
  readonly locate: (path: readonly string[]) => Position;
}

/** A project file, or what is wrong with it; neither when there is none. */
export interface FoundProject {
  readonly project?: Project;
  readonly diagnostics: readonly Diagnostic[];
}

/** Looks for the project file in the manifests' folder, then beside it, then where the command runs. */
export function findProject(paths: readonly string[]): FoundProject {
  const folders = paths.flatMap((path) => {
    const folder = isFolder(path) ? path : dirname(path);
    return [folder, dirname(resolve(folder))];
  });
  const file = [...folders, "."]
    .map((folder) => join(folder, PROJECT_FILE))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) return { diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const [first] = readDocuments([file], diagnostics);
  if (first === undefined) return { diagnostics };
  const parsed = projectSchema.safeParse(first.value);
  if (parsed.success) {
    const { locate } = first;
    return { project: { file, settings: parsed.data, locate }, diagnostics };
  }
  const faults = parsed.error.issues.map((issue): Diagnostic => {
    const path = issue.path.filter((part) => typeof part !== "symbol");
    const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
    const where = first.locate(unknown === undefined ? path : [...path, unknown]);
    const message = `${path.join(".") || "the project file"}: ${issue.message}`;
    const hint = path.join() === "prune" ? { hint: PRUNE_HINT } : {};
    return { code: "project-invalid", severity: "error", message, where, ...hint };
  });
  return { diagnostics: [...diagnostics, ...faults] };
}

const PRUNE_HINT =
  "Choose what becomes of objects that are not declared. prune: none keeps them, prune: owned deletes what this estate made, prune: scope empties the workspaces named under scope of everything else.";

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** A text by reference; a string is the reason why it cannot be had. */
export async function resolveReference(
  project: Project,
  given: string | z.infer<typeof reference>,
): Promise<{ readonly value: Secret } | string> {
  if (typeof given === "string") return { value: secret(given) };
  const folder = dirname(project.file);
  return openReference(given, { folder, environment: process.env });
}
