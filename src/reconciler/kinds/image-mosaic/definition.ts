/** The definition of a mosaic: found in a folder or archive, filled in, and checked. */
import { defined } from "../../../model/defined.ts";
import { posix } from "node:path";
import { compareText } from "../../../model/address.ts";
import { digestOfValue } from "../../../model/digest.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { mosaicRoot } from "../../../model/mosaic/granule-path.ts";
import type { MosaicDefinition, MosaicProblem } from "../../../model/mosaic.ts";
import { readMosaic } from "../../../wire/mosaic.ts";
import { WireError } from "../../../wire/wire-error.ts";
import { missingArtefact } from "../../artefact.ts";
import type { Artefact, ArtefactSet, ArtefactSource, Manifest } from "../../kind.ts";
import type { MosaicSpec } from "./spec.ts";
import { fillArtefact, readVariables, unfilled, type Variables } from "../artefact/variables.ts";

export interface DefinitionText {
  readonly artefact: Artefact;
  readonly secrets: readonly string[];
  /** The file with all variables but secrets filled in. */
  readonly shown: Uint8Array;
  /** The file as the server should hold it; HOLE replaces secrets that are not given. */
  readonly sent: () => Promise<Uint8Array>;
}

export interface FoundDefinition {
  /** The defining files by name. */
  readonly texts: ReadonlyMap<string, DefinitionText>;
  /** All other files, granules among them. */
  readonly others: ArtefactSet;
  readonly variables: Variables;
}

interface Located {
  readonly files: ArtefactSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** `found` is undefined on an error. */
export async function findDefinition(
  manifest: Manifest<MosaicSpec>,
  source: ArtefactSource,
): Promise<{
  readonly found: FoundDefinition | undefined;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const located = await locateFiles(manifest, source);
  const { variables, diagnostics } = await readVariables(manifest, source);
  const problems = [...located.diagnostics, ...diagnostics];
  const known = new Set(Object.keys(manifest.spec.variables ?? {}));
  const texts = new Map<string, DefinitionText>();
  for (const [path, artefact] of located.files) {
    if (!isText(path)) continue;
    const bytes = await artefact.load();
    problems.push(...unfilled(bytes, artefact.path, known));
    texts.set(path, filledText(path, { artefact, bytes, variables }));
  }
  const others = new Map([...located.files].filter(([path]) => !isText(path)));
  const isWhole = problems.every(({ severity }) => severity !== "error");
  return { found: isWhole ? { texts, others, variables } : undefined, diagnostics: problems };
}

/** Definition files are at the top of a mosaic; deeper files belong to granules. */
function isText(path: string): boolean {
  return !path.includes("/") && /\.(?:properties|xml)$/i.test(path);
}

function filledText(
  path: string,
  file: { readonly artefact: Artefact; readonly bytes: Uint8Array; readonly variables: Variables },
): DefinitionText {
  const { artefact, secrets, shown } = fillArtefact(file.artefact, path, file);
  return { artefact, secrets, shown, sent: artefact.peek ?? artefact.load };
}
async function locateFiles(
  { spec, locate }: Manifest<MosaicSpec>,
  source: ArtefactSource,
): Promise<Located> {
  const where = locate(["spec", "definition"]);
  const refuse = (message: string): Located => ({
    files: new Map(),
    diagnostics: [fault("artefact-unusable", message, { where })],
  });
  const located = await source.locate(spec.definition);
  if (located.type === "missing")
    return {
      files: new Map(),
      diagnostics: [missingArtefact(spec.definition, located, where)],
    };
  if (located.type === "folder") return atRoot(located.files);
  if (!/\.zip$/i.test(spec.definition)) {
    const what = `${spec.definition} is one file; a definition is a folder or a .zip`;
    return refuse(what);
  }
  try {
    return atRoot(await source.unpack(located.artefact));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return refuse(`${spec.definition}: ${error.message}`);
  }
}

function atRoot(files: ArtefactSet): Located {
  const root = mosaicRoot([...files.keys()]) ?? "";
  if (root === "") return { files, diagnostics: [] };
  const inside = [...files].filter(([path]) => path.startsWith(`${root}/`));
  const moved = inside.map(([path, file]) => [posix.relative(root, path), file] as const);
  return { files: new Map(moved), diagnostics: [] };
}

export interface CheckedDefinition {
  readonly definition: MosaicDefinition;
  readonly diagnostics: readonly Diagnostic[];
  /** What the included server does not support. */
  readonly notHere: readonly Diagnostic[];
  /** Place of the index and its columns; a change needs a new store. */
  readonly index: string;
  readonly schema: readonly string[];
  /** One digest over the files, without secrets. */
  readonly digest: string;
}

/** `granules` are paths beside its files on the server. */
export async function checkDefinition(
  { texts, others }: FoundDefinition,
  name: string,
  granules: readonly string[],
  harvestedLater = false,
): Promise<CheckedDefinition> {
  const sent = new Map<string, Uint8Array>();
  const shown = new Map<string, Uint8Array>();
  for (const [path, text] of texts) {
    sent.set(path, await text.sent());
    shown.set(path, text.shown);
  }
  const beside = [...new Set([...others.keys(), ...granules])];
  const read = readMosaic({ files: sent, others: beside }, { name, harvestedLater });
  const public_ = readMosaic({ files: shown, others: beside }, { name });
  const { format = [], "included-server": notHere = [] } = Object.groupBy(
    read.problems,
    ({ about }) => about,
  );
  return {
    definition: read.definition,
    diagnostics: format.map((problem) => asDiagnostic(problem, texts)),
    notHere: notHere.map((problem) => asDiagnostic(problem, texts)),
    index: indexText(public_.definition),
    schema: schemaTexts(public_.definition),
    digest: textsDigest(shown),
  };
}

export function textsDigest(texts: ReadonlyMap<string, Uint8Array>): string {
  return digestOfValue(
    [...texts]
      .map(([path, bytes]) => [path, Buffer.from(bytes).toString("latin1")])
      .toSorted(([a = ""], [b = ""]) => compareText(a, b)),
  );
}

export function indexText({ index }: MosaicDefinition): string {
  if (index.type === "postgis") {
    return `PostGIS ${index.host}:${index.port}/${index.database}, schema ${index.schema}`;
  }
  if (index.elsewhere !== undefined) return index.elsewhere;
  const factory = index.requested
    ?.split(".")
    .at(-1)
    ?.replace(/DataStoreFactory$/, "");
  return factory === undefined ? "of the server" : factory;
}

/** Columns are named after their coverage or index. */
export function schemaTexts({
  name,
  typeName,
  schema,
  coverages,
}: MosaicDefinition): readonly string[] {
  const index = typeName ?? name;
  const own = coverages.map((coverage) => [coverage.name ?? index, coverage.schema] as const);
  const all = own.length === 0 ? [[index, schema] as const] : own;
  return all.flatMap(([table, columns]) => {
    const found = columns ?? schema;
    if (found === undefined) return [`${table} as the granules need`];
    return found.attributes.map((attribute) => `${table}.${attribute.name}:${attribute.type}`);
  });
}

function asDiagnostic(
  { severity, message, file, line, column }: MosaicProblem,
  texts: ReadonlyMap<string, DefinitionText>,
): Diagnostic {
  const path = texts.get(file)?.artefact.path ?? file;
  const where = { file: path, ...defined({ line, column }) };
  return { code: "mosaic-invalid", severity, message, where };
}
