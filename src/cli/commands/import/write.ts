/** Writes an import into a folder; replaces existing files only with --overwrite. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { fewOf } from "../../../model/few.ts";
import { modeline, SCHEMA_FILE } from "../../../reconciler/import/files.ts";
import type { Imported } from "../../../reconciler/import/import.ts";
import { findFiles, PROJECT_FILE } from "../../../reconciler/manifest/find-files.ts";
import { renderManifest } from "../../../reconciler/manifest/write.ts";
import { asUnwritable, makeFolder } from "../../process/writing.ts";
import { findProject } from "../../settings/project.ts";
import { schemaOf } from "../schema.ts";
import { REPORT_FILE } from "./report.ts";

interface WriteOptions {
  readonly folder: string;
  /** URL for a new project file. */
  readonly url: string | undefined;
  readonly overwrite: boolean;
  /** Text of the report file. */
  readonly report: string;
}

/** With `diagnostics`, nothing was written. */
export type Written =
  | { readonly diagnostics: readonly Diagnostic[] }
  | { readonly warnings: readonly Diagnostic[]; readonly isNewProject: boolean };

/** Writes all files, or none on a conflict. */
export function writeImport(imported: Imported, options: WriteOptions): Written {
  const { folder, overwrite } = options;
  if (existsSync(folder) && !statSync(folder).isDirectory())
    return { diagnostics: [inTheWay(`${folder} is a file`, folder)] };
  const files = new Map([...imported.files, ...ownFiles(options)]);
  const [others, unlike] = [manifestsBeside(folder, files), unlikeIn(folder, files)];
  const diagnostics = [
    ...(others.length === 0
      ? []
      : [
          inTheWay(
            `${folder} holds manifests that are not of this import: ${fewOf(others)}`,
            folder,
          ),
        ]),
    ...(unlike.length === 0 || overwrite
      ? []
      : [inTheWay(`Files with other content exist: ${fewOf(unlike)}`, folder)]),
  ];
  if (diagnostics.length > 0 && !overwrite) return { diagnostics };
  for (const [path, content] of files) {
    const file = join(folder, path);
    makeFolder(dirname(file));
    try {
      writeFileSync(file, content);
    } catch (error) {
      throw asUnwritable(file, error);
    }
  }
  const warnings = diagnostics.map((one): Diagnostic => ({ ...one, severity: "warning" }));
  return { warnings, isNewProject: files.has(PROJECT_FILE) };
}

function inTheWay(message: string, file: string): Diagnostic {
  const hint = "Choose an empty folder, or give --overwrite to replace the files.";
  return fault("import-in-the-way", message, { hint, where: { file } });
}

/** Editor schemas, the import report, and a project file where there is none. */
function ownFiles({ folder, url, report }: WriteOptions): ReadonlyMap<string, Uint8Array> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const json = (name: string) => encode(`${JSON.stringify(schemaOf(name), null, 2)}\n`);
  const project = SCHEMA_FILE.replace("manifest", "project");
  const { project: found, diagnostics } = findProject([folder]);
  const isThere = found !== undefined || diagnostics.length > 0;
  return new Map([
    [SCHEMA_FILE, json("manifest")],
    [project, json("project")],
    [REPORT_FILE, encode(report)],
    ...(isThere ? [] : [[PROJECT_FILE, encode(projectFile(folder, url, project))] as const]),
  ]);
}

/** `prune: none`, so that a new import deletes nothing. */
function projectFile(folder: string, url: string | undefined, schema: string): string {
  const name = basename(resolve(folder)).replaceAll(/[^A-Za-z0-9._-]+/g, "-");
  const estate = /^[A-Za-z0-9]/.test(name) ? name : "default";
  const project = {
    apiVersion: "plumbline/v1",
    kind: "Project",
    estate,
    ...(url === undefined ? {} : { url }),
    prune: "none",
    credentials: {
      user: { fromEnv: "PLUMBLINE_USER" },
      password: { fromEnv: "PLUMBLINE_PASSWORD" },
    },
  };
  return renderManifest(project, modeline(`./${schema}`));
}

/** Manifests in the folder that are not from this import. */
function manifestsBeside(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
): readonly string[] {
  if (!existsSync(folder)) return [];
  return findFiles(folder, [])
    .map((file) => relative(folder, file).split(sep).join("/"))
    .filter((path) => !files.has(path));
}

/** Files of the import that exist with other content; editor schemas are always replaced. */
function unlikeIn(folder: string, files: ReadonlyMap<string, Uint8Array>): readonly string[] {
  return [...files].flatMap(([path, content]) => {
    const file = join(folder, path);
    if (path.startsWith(dirname(SCHEMA_FILE)) || !existsSync(file)) return [];
    const isSame =
      !statSync(file).isDirectory() && Buffer.compare(readFileSync(file), content) === 0;
    return isSame ? [] : [path];
  });
}
