/** Finds declared files: one file, or those of a folder that match its patterns. */
import { basename } from "node:path";
import type { z } from "zod";
import { coversPath } from "../../../model/ant-pattern.ts";
import { dataFileProblem } from "../../../model/data-file.ts";
import { fault, type Diagnostic, type DiagnosticCode } from "../../../model/diagnostic.ts";
import { missingArtefact } from "../../artefact.ts";
import type { Artefact, ArtefactSource, Manifest, NotGiven } from "../../kind.ts";
import {
  fillArtefact,
  readVariables,
  unfilled,
  type variablesSpec,
} from "../artefact/variables.ts";
import type { FilePayload } from "./stored.ts";

interface Spec {
  readonly source: string;
  readonly include?: readonly string[] | undefined;
  readonly variables?: z.infer<ReturnType<typeof variablesSpec>>;
}

export interface FileSource {
  readonly files: ReadonlyMap<string, FilePayload>;
  readonly notGiven: readonly NotGiven[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING = { files: new Map(), notGiven: [] };

export async function readFiles(
  manifest: Manifest<Spec>,
  source: ArtefactSource,
): Promise<FileSource> {
  const found = await locateFiles(manifest, source);
  if ("code" in found) return { ...NOTHING, diagnostics: [found] };
  const problems = [...found.keys()].flatMap((path) => {
    const problem = dataFileProblem(path);
    if (problem === undefined) return [];
    return [
      faultAt(manifest, ["metadata", "name"], "manifest-invalid", `The path ${path} ${problem}`),
    ];
  });
  if (problems.length > 0) return { ...NOTHING, diagnostics: problems };
  return fillFiles(manifest, source, found);
}

async function locateFiles(
  manifest: Manifest<Spec>,
  source: ArtefactSource,
): Promise<ReadonlyMap<string, Artefact> | Diagnostic> {
  const { name, spec } = manifest;
  const located = await source.locate(spec.source);
  if (located.type === "missing")
    return missingArtefact(spec.source, located, manifest.locate(["spec", "source"]));
  if (located.type === "file") {
    if (spec.include === undefined) return new Map([[name, located.artefact]]);
    const message = `${spec.source} is one file, and include chooses among those of a folder`;
    return faultAt(manifest, ["spec", "include"], "manifest-invalid", message);
  }
  const patterns = (spec.include ?? ["**"]).map((pattern) => pattern.split("/"));
  const chosen = [...located.files].filter(([path]) =>
    patterns.some((pattern) => coversPath(pattern, path.split("/"))),
  );
  if (chosen.length > 0)
    return new Map(chosen.map(([path, artefact]) => [`${name}/${path}`, artefact]));
  const message = `No file of ${spec.source} is declared`;
  return faultAt(manifest, ["spec", "source"], "artefact-missing", message);
}

function faultAt(
  { locate }: Manifest<Spec>,
  path: readonly string[],
  code: DiagnosticCode,
  message: string,
): Diagnostic {
  return fault(code, message, { where: locate(path) });
}

/** Files with variables: values are escaped for their syntax. */
const TEXT = /\.(?:properties|xml)$/i;

async function fillFiles(
  manifest: Manifest<Spec>,
  source: ArtefactSource,
  found: ReadonlyMap<string, Artefact>,
): Promise<FileSource> {
  const declared = manifest.spec.variables;
  const { variables, diagnostics } = await readVariables(manifest, source);
  const problems = [...diagnostics];
  const files = new Map<string, FilePayload>();
  for (const [path, artefact] of found) {
    if (declared === undefined || !TEXT.test(path)) {
      files.set(path, payloadOf(artefact, source));
      continue;
    }
    const bytes = await artefact.load();
    problems.push(...unfilled(bytes, artefact.path, new Set(Object.keys(declared))));
    const filled = fillArtefact(artefact, basename(path), { bytes, variables });
    files.set(path, payloadOf(filled.artefact, source));
  }
  if (declared !== undefined && ![...found.keys()].some((path) => TEXT.test(path))) {
    const message =
      "Variables are allowed in .properties and .xml files only, and there is no such file";
    problems.push(faultAt(manifest, ["spec", "variables"], "manifest-invalid", message));
  }
  return { files, notGiven: variables.secrets.notGiven, diagnostics: problems };
}

/** A body with secrets is assembled only when it is sent. */
function payloadOf(artefact: Artefact, source: ArtefactSource): FilePayload {
  const body =
    artefact.isSecret === true
      ? source.bodyLater({ file: artefact.digest }, artefact.load)
      : source.bodyOf(artefact);
  return { artefact, body };
}
