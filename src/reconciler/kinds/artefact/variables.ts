/**
 * Variables `${{ var.NAME }}` in text files. Values are escaped for the syntax of the file.
 * Secrets are revealed only to send or compare a file. `${NAME}` belongs to the server and is
 * never changed.
 */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { digestOf } from "../../../model/digest.ts";
import { fault, type Diagnostic, type Position } from "../../../model/diagnostic.ts";
import { sealedDigest } from "../../../model/secret-fingerprint.ts";
import { reasonNotGiven, reveal } from "../../../model/secret.ts";
import { HOLE } from "../../artefact.ts";
import type { Artefact, ArtefactSource, Manifest, SecretReference } from "../../kind.ts";
import { keptSecret, readSecrets, type Secrets } from "../secrets/reference.ts";

export const variablesSpec = madeOnce(() =>
  z
    .record(
      z
        .string()
        .regex(
          /^[A-Za-z_][\w-]*$/,
          "must be the name of a variable: letters, digits, dashes and underscores, and no digit first",
        ),
      z.union([z.string(), keptSecret()]),
    )
    .optional(),
);

export interface Variables {
  readonly plain: ReadonlyMap<string, string>;
  readonly secrets: Secrets;
}

/** A missing value gives a diagnostic. */
export async function readVariables(
  manifest: Manifest<{ readonly variables?: z.infer<ReturnType<typeof variablesSpec>> }>,
  files: ArtefactSource,
): Promise<{ readonly variables: Variables; readonly diagnostics: readonly Diagnostic[] }> {
  const { spec } = manifest;
  const plain = new Map<string, string>();
  const references = new Map<string, SecretReference>();
  for (const [name, given] of Object.entries(spec.variables ?? {})) {
    if (typeof given === "string") plain.set(name, given);
    else references.set(name, given);
  }
  const about = { manifest, files, path: ["spec", "variables"] };
  const { secrets, diagnostics } = await readSecrets(references, about);
  return { variables: { plain, secrets }, diagnostics };
}

const PLACEHOLDER = /\$\{\{([^{}\r\n]*)\}\}/g;
const NAME = /^\s*var\.([A-Za-z_][\w-]*)\s*$/;

/** Bytes as text: placeholders are ASCII in any encoding of the rest. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function variableIn(inside: string): string | undefined {
  return NAME.exec(inside)?.[1];
}

function secretsIn(bytes: Uint8Array, { secrets }: Variables): readonly string[] {
  const found = [...textOf(bytes).matchAll(PLACEHOLDER)].map(([, inside = ""]) =>
    variableIn(inside),
  );
  return [
    ...new Set(found.filter((name) => name !== undefined && secrets.values.has(name))),
  ].filter((name) => name !== undefined);
}

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
    return [fault("variable-undefined", message, { hint, where })];
  });
}

function placeOf(text: string, index: number, file: string): Position {
  const before = text.slice(0, index).split(/\r\n|\r|\n/);
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** "kept" leaves placeholders of secrets; "holes" writes HOLE for secrets that are not given. */
function fill(
  bytes: Uint8Array,
  path: string,
  how: { readonly variables: Variables; readonly secrets: "filled" | "kept" | "holes" },
): Uint8Array {
  const { plain, secrets } = how.variables;
  const written = manner(path);
  const text = textOf(bytes).replaceAll(PLACEHOLDER, (placeholder, inside: string) => {
    const name = variableIn(inside) ?? "";
    const value = plain.get(name);
    if (value !== undefined) return written(value);
    const hidden = secrets.values.get(name);
    if (hidden === undefined || how.secrets === "kept") return placeholder;
    const isHole = how.secrets === "holes" && reasonNotGiven(hidden) !== undefined;
    return isHole ? HOLE : written(reveal(hidden));
  });
  return Buffer.from(text, "latin1");
}

export interface FilledArtefact {
  /** The file as the server should hold it. */
  readonly artefact: Artefact;
  readonly secrets: readonly string[];
  /** The file with all variables but secrets filled in. */
  readonly shown: Uint8Array;
}

/**
 * The digest of a file with secrets is sealed over the masked text and their fingerprints, so
 * that no password can be guessed from it.
 */
export function fillArtefact(
  artefact: Artefact,
  path: string,
  { bytes, variables }: { readonly bytes: Uint8Array; readonly variables: Variables },
): FilledArtefact {
  const secrets = secretsIn(bytes, variables);
  const shown = fill(bytes, path, { variables, secrets: "kept" });
  const masked = async () => fill(await artefact.load(), path, { variables, secrets: "kept" });
  if (secrets.length === 0) {
    const isAsGiven = Buffer.compare(shown, bytes) === 0;
    const own = variables.secrets.values.size === 0 ? {} : { masked };
    const digest = isAsGiven ? artefact.digest : digestOf(shown);
    const load = isAsGiven ? artefact.load : masked;
    const filled = { ...artefact, digest, bytes: shown.byteLength, load, ...own };
    return { artefact: isAsGiven && own.masked === undefined ? artefact : filled, secrets, shown };
  }
  const { fingerprints, notGiven } = variables.secrets;
  const own = fingerprints.filter((one) => secrets.includes(one.split(" ")[0] ?? ""));
  const digest = sealedDigest("filled", [textOf(shown), ...own]);
  const load = async () => fill(await artefact.load(), path, { variables, secrets: "filled" });
  const peek = async () => fill(await artefact.load(), path, { variables, secrets: "holes" });
  const isWhole = !notGiven.some(({ what }) => secrets.includes(what));
  const filled = { ...artefact, digest, load, masked, isSecret: true } as const;
  return { artefact: isWhole ? filled : { ...filled, peek }, secrets, shown };
}

function manner(path: string): (value: string) => string {
  return /\.(?:xml|appschema|xsd)$/i.test(path) ? inXml : inProperties;
}

/** A value escaped for XML, in ASCII. */
function inXml(value: string): string {
  return value.replaceAll(/[&<>"']|[^\u0020-\u007e]/gu, (character) => {
    return `&#${character.codePointAt(0)};`;
  });
}

/** A value escaped for .properties, in ASCII. */
function inProperties(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replace(/^ +/, (spaces) => "\\ ".repeat(spaces.length))
    .replaceAll(/[^\u0020-\u007e]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
}
