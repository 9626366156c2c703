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
  { kind, workspace, name, spec }: Declaration,
  head: readonly string[] = [],
): string {
  const metadata = { ...(workspace === null ? {} : { workspace }), name };
  return renderManifest({ apiVersion: "plumbline/v1", kind, metadata, spec }, head);
}

/** The files of a manifest by path, relative to the folder of the import. */
export function filesOf({ declaration, file }: Entry): ReadonlyMap<string, Uint8Array> {
  const { artefacts = new Map<string, Uint8Array>() } = declaration;
  const folder = dirname(file);
  const text = manifestText(declaration, modeline(relative(folder, SCHEMA_FILE)));
  return new Map([
    [file, new TextEncoder().encode(text)],
    ...[...artefacts].map(([path, bytes]) => [join(folder, path), bytes] as const),
  ]);
}
