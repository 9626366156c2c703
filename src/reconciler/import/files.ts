/** The files of an import: each manifest, and beside it what it names. */
import { dirname, join, relative } from "node:path/posix";
import { renderManifest } from "../manifest/write.ts";
import type { Declaration } from "../kind.ts";
import type { Entry } from "./collect.ts";

/** Where the schema of manifests lies in the folder of an import, for editors. */
export const SCHEMA_FILE = ".plumbline/schema/manifest.json";

/** The comment that shows editors where a schema is. */
export function modeline(schema: string): readonly string[] {
  return [`yaml-language-server: $schema=${schema}`];
}

/** The files of a manifest by path, relative to the folder of the import. */
export function filesOf({ declaration, file }: Entry): ReadonlyMap<string, Uint8Array> {
  const { kind, workspace, name, spec, artefacts = new Map<string, Uint8Array>() } = declaration;
  const { lifecycle, notes = [] } = declaration;
  const folder = dirname(file);
  const metadata = {
    ...(workspace === null ? {} : { workspace }),
    name,
    ...(lifecycle === undefined ? {} : { lifecycle }),
  };
  const head = [...modeline(relative(folder, SCHEMA_FILE)), ...remarks(notes, lifecycle)];
  const text = renderManifest({ apiVersion: "plumbline/v1", kind, metadata, spec }, head);
  return new Map([
    [file, new TextEncoder().encode(text)],
    ...[...artefacts].map(([path, bytes]) => [join(folder, path), bytes] as const),
  ]);
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
