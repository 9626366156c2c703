/**
 * Variables of a definition: `${{ var.NAME }}` in its text files. A value is written as the syntax
 * of the file needs it, so that what is read from the file is the value. Secrets are opened only
 * when a file is sent or compared; `${NAME}` belongs to the server and is never touched.
 */
import type { Diagnostic, Position } from "../../../model/diagnostic.ts";
import { secretFingerprint } from "../../../model/secret-fingerprint.ts";
import { reveal, type Secret } from "../../../model/secret.ts";
import type { ArtefactSource, Manifest } from "../../kind.ts";
import type { MosaicSpec } from "./spec.ts";

/** Values by name. */
export interface Variables {
  readonly plain: ReadonlyMap<string, string>;
  readonly secrets: ReadonlyMap<string, Secret>;
  /** Fingerprints of the secrets: `name scrypt-…`. */
  readonly fingerprints: readonly string[];
}

/** Reads the values of the variables; what cannot be had is a diagnostic. */
export async function readVariables(
  { spec, workspace, name: store, locate }: Manifest<MosaicSpec>,
  files: ArtefactSource,
): Promise<{ readonly variables: Variables; readonly diagnostics: readonly Diagnostic[] }> {
  const plain = new Map<string, string>();
  const secrets = new Map<string, Secret>();
  const diagnostics: Diagnostic[] = [];
  for (const [name, given] of Object.entries(spec.variables ?? {})) {
    if (typeof given === "string") {
      plain.set(name, given);
      continue;
    }
    const found = await files.secretOf(given);
    if (typeof found !== "string") secrets.set(name, found.value);
    else {
      const where = locate(["spec", "variables", name]);
      diagnostics.push({ code: "secret-missing", severity: "error", message: found, where });
    }
  }
  const fingerprints = [...secrets].map(([name, value]) => {
    const place = `ImageMosaic/${workspace}:${store} ${name}`;
    return `${name} ${secretFingerprint(value, place)}`;
  });
  return { variables: { plain, secrets, fingerprints }, diagnostics };
}

const PLACEHOLDER = /\$\{\{([^{}\r\n]*)\}\}/g;
const NAME = /^\s*var\.([A-Za-z_][\w-]*)\s*$/;

/** Text of a file byte by byte: placeholders are ASCII, whatever the encoding of the rest is. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function variableIn(inside: string): string | undefined {
  return NAME.exec(inside)?.[1];
}

/** Names of the secrets that a file holds placeholders of. */
export function secretsIn(bytes: Uint8Array, { secrets }: Variables): readonly string[] {
  const found = [...textOf(bytes).matchAll(PLACEHOLDER)].map(([, inside = ""]) =>
    variableIn(inside),
  );
  return [...new Set(found.filter((name) => name !== undefined && secrets.has(name)))].filter(
    (name) => name !== undefined,
  );
}

/** Placeholders that stand for no variable. */
export function unfilled(
  bytes: Uint8Array,
  file: string,
  known: ReadonlySet<string>,
): readonly Diagnostic[] {
  const text = textOf(bytes);
  return [...text.matchAll(PLACEHOLDER)].flatMap(({ 0: written, 1: inside = "", index }) => {
    const name = variableIn(inside);
    if (name !== undefined && known.has(name)) return [];
    const names = [...known].join(", ");
    const message = `${written} names no variable of the manifest`;
    const hint =
      known.size === 0
        ? "Define it in spec.variables; it is written ${{ var.NAME }}."
        : `Known are ${names}; one is written \${{ var.NAME }}.`;
    const where = placeOf(text, index, file);
    return [{ code: "variable-undefined", severity: "error", message, hint, where } as const];
  });
}

function placeOf(text: string, index: number, file: string): Position {
  const before = text.slice(0, index).split(/\r\n|\r|\n/);
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** A file with its variables filled in; with `secrets` "kept" their placeholders stay. */
export function fill(
  bytes: Uint8Array,
  path: string,
  how: { readonly variables: Variables; readonly secrets: "filled" | "kept" },
): Uint8Array {
  const { plain, secrets } = how.variables;
  const written = /\.xml$/i.test(path) ? inXml : inProperties;
  const text = textOf(bytes).replaceAll(PLACEHOLDER, (placeholder, inside: string) => {
    const name = variableIn(inside) ?? "";
    const value = plain.get(name);
    if (value !== undefined) return written(value);
    const hidden = secrets.get(name);
    return hidden === undefined || how.secrets === "kept" ? placeholder : written(reveal(hidden));
  });
  return Buffer.from(text, "latin1");
}

/** A value as XML needs it, in ASCII. */
function inXml(value: string): string {
  return value.replaceAll(/[&<>"']|[^\u0020-\u007e]/gu, (character) => {
    return `&#${character.codePointAt(0)};`;
  });
}

/** A value as .properties files need it, in ASCII. */
function inProperties(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replace(/^ +/, (blanks) => "\\ ".repeat(blanks.length))
    .replaceAll(/[^\u0020-\u007e]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
}
