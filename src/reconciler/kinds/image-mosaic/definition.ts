/**
 * The definition of a mosaic as a manifest brings it: found in a folder or archive, its variables
 * filled in, read and checked as the server will read it.
 */
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

/** A text file of a definition. */
export interface DefinitionText {
  readonly artefact: Artefact;
  /** Names of the secrets in it. */
  readonly secrets: readonly string[];
  /** With all variables but secrets filled in. */
  readonly shown: Uint8Array;
  /** As it is sent, and as the server should hold it; HOLE stands for secrets that are not given. */
  readonly sent: () => Promise<Uint8Array>;
}

/** A definition whose files were found. */
export interface FoundDefinition {
  /** What defines the mosaic, by name. */
  readonly texts: ReadonlyMap<string, DefinitionText>;
  /** All other files, granules among them. */
  readonly others: ArtefactSet;
  readonly variables: Variables;
}

/** Where files lie, relative to the mosaic, with what is wrong with that. */
interface Located {
  readonly files: ArtefactSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds the files of a definition and fills in its variables; undefined when that is impossible. */
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

/** Definitions lie at the top of a mosaic; what is deeper belongs to granules. */
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

/** Files relative to the folder that the server takes for the mosaic's. */
function atRoot(files: ArtefactSet): Located {
  const root = mosaicRoot([...files.keys()]) ?? "";
  if (root === "") return { files, diagnostics: [] };
  const inside = [...files].filter(([path]) => path.startsWith(`${root}/`));
  const moved = inside.map(([path, file]) => [posix.relative(root, path), file] as const);
  return { files: new Map(moved), diagnostics: [] };
}

/** What a definition says, checked with the granules that come with it. */
export interface CheckedDefinition {
  readonly definition: MosaicDefinition;
  readonly diagnostics: readonly Diagnostic[];
  /** What the included server does not do. */
  readonly notHere: readonly Diagnostic[];
  /** What only another store can have: where the index lies, and what columns it has. */
  readonly index: string;
  readonly schema: readonly string[];
  /** One digest over the files, secrets left out. */
  readonly digest: string;
}

/** Reads a definition. `granules` are paths that lie beside its files on the server; others may be harvested later. */
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

/** One digest over what defines a mosaic; order plays no part. */
export function textsDigest(texts: ReadonlyMap<string, Uint8Array>): string {
  return digestOfValue(
    [...texts]
      .map(([path, bytes]) => [path, Buffer.from(bytes).toString("latin1")])
      .toSorted(([a = ""], [b = ""]) => compareText(a, b)),
  );
}

/** Where an index lies, in words. */
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

/** Columns of an index with their types, under the name of their coverage or index. */
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
