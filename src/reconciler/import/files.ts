/** The files of an import: each manifest, and beside it what it names. */
import { dirname, join, relative } from "node:path/posix";
import type { Declaration } from "../kind.ts";
import { renderManifest } from "../manifest/write.ts";
import type { Entry } from "./collect.ts";

/** Where the schema of manifests lies in the folder of an import, for editors. */
export const SCHEMA_FILE = ".plumbline/schema/manifest.json";

/** The comment that shows editors where a schema is. */
export function modeline(schema: string): readonly string[] {
  return [`yaml-language-server: $schema=${schema}`];
}

/** A manifest as text, with lines of comment in front of it. */
export function manifestText(
  { kind, workspace, name, spec, lifecycle }: Declaration,
  head: readonly string[] = [],
): string {
  const metadata = {
    ...(workspace === null ? {} : { workspace }),
    name,
    ...(lifecycle === undefined ? {} : { lifecycle }),
  };
  return renderManifest({ apiVersion: "plumbline/v1", kind, metadata, spec }, head);
}

/** The files of a manifest by path, relative to the folder of the import. */
export function filesOf({ declaration, file }: Entry): ReadonlyMap<string, Uint8Array> {
  const {
    notes = [],
    missing = [],
    lifecycle,
    artefacts = new Map<string, Uint8Array>(),
  } = declaration;
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

/** What the object names and the source lacks: not a limit of manifests. */
function gaps(missing: readonly string[]): readonly string[] {
  if (missing.length === 0) return [];
  const lines = missing.map((one) => `- ${one.replaceAll(/\s+/g, " ")}`);
  return ["What the object names and the source of the import does not have:", ...lines];
}

/** What the object has and the manifest does not say, as comments: nobody takes the manifest for all of it. */
function remarks(notes: readonly string[], lifecycle: Declaration["lifecycle"]): readonly string[] {
  if (notes.length === 0) return [];
  const lines = notes.map((note) => `- ${note.replaceAll(/\s+/g, " ")}`);
  const offer =
    "With `lifecycle: observe` in its metadata, Plumbline compares it and never writes it.";
  return [
    "What no field of this manifest says of the object, so that another server would not get it:",
    ...lines,
    ...(lifecycle === undefined ? [offer] : []),
  ];
}
