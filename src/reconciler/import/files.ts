/** The files of an import. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import native from "node:path";
import { dirname, join, relative } from "node:path/posix";
import { defined } from "../../model/defined.ts";
import type { Declaration } from "../kind.ts";
import { renderManifest } from "../manifest/write.ts";
import type { Entry } from "./collect.ts";

/** The manifest schema in the import folder, for editors. */
export const SCHEMA_FILE = ".plumbline/schema/manifest.json";

/** The comment that points editors to a schema. */
export function modeline(schema: string): readonly string[] {
  return [`yaml-language-server: $schema=${schema}`];
}

/** A manifest as text, with head comments. */
export function manifestText(
  { kind, workspace, name, spec, lifecycle }: Declaration,
  head: readonly string[] = [],
): string {
  const metadata = defined({ workspace: workspace ?? undefined, name, lifecycle });
  return renderManifest({ apiVersion: "plumbline/v1", kind, metadata, spec }, head);
}

/** A value for every secret of a server: only their existence matters. */
export const STAND_IN = "a secret of its own, 1";

/** Writes files to a temporary folder, which exists until `use` ends. */
export async function inTemporaryFolder<Result>(
  name: string,
  files: Iterable<readonly [path: string, content: Uint8Array]>,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(native.join(tmpdir(), `plumbline-${name}-`));
  try {
    for (const [path, content] of files) {
      const file = native.join(folder, path);
      mkdirSync(native.dirname(file), { recursive: true });
      writeFileSync(file, content, { mode: 0o600 });
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By path, relative to the import folder. */
export function filesOf({ declaration, file }: Entry): ReadonlyMap<string, Uint8Array> {
  const { notes = [], missing = [], lifecycle, artefacts = [] } = declaration;
  const folder = dirname(file);
  const head = [
    ...modeline(relative(folder, SCHEMA_FILE)),
    ...remarks(notes, lifecycle),
    ...gaps(missing),
  ];
  const text = manifestText(declaration, head);
  return new Map([
    [file, new TextEncoder().encode(text)],
    ...[...artefacts].map(([path, bytes]) => [join(folder, path), bytes] as const),
  ]);
}

/** References that the source lacks, as comments. */
function gaps(missing: readonly string[]): readonly string[] {
  if (missing.length === 0) return [];
  const lines = missing.map((one) => `- ${one.replaceAll(/\s+/g, " ")}`);
  return ["Objects and files that this object names and the source of the import lacks:", ...lines];
}

/** Properties that the manifest cannot express, so it is not taken as complete. */
function remarks(notes: readonly string[], lifecycle: Declaration["lifecycle"]): readonly string[] {
  if (notes.length === 0) return [];
  const lines = notes.map((note) => `- ${note.replaceAll(/\s+/g, " ")}`);
  const offer =
    "With `lifecycle: observe` in its metadata, Plumbline compares it and never writes it.";
  return [
    "Settings that this manifest cannot express; another server would not get them:",
    ...lines,
    ...(lifecycle === undefined ? [offer] : []),
  ];
}
