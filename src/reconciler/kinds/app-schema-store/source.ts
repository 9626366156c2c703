/** Finds a mapping, packs it, and reports its problems. */
import { posix } from "node:path";
import type { z } from "zod";
import { compareText, type Address } from "../../../model/address.ts";
import {
  mappedElements,
  mappingKeys,
  publishedNames,
  type MappedElement,
} from "../../../model/app-schema.ts";
import { digestOfValue } from "../../../model/digest.ts";
import { sealedDigest } from "../../../model/secret-fingerprint.ts";
import type { Diagnostic, DiagnosticCode, Position, Severity } from "../../../model/diagnostic.ts";
import {
  examineBundle,
  type BundleProblem,
  type BundleProblemKind,
} from "../../../wire/mapping-bundle.ts";
import { mediaTypes } from "../../../wire/media.ts";
import type { RequestBody } from "../../../wire/request.ts";
import { WireError } from "../../../wire/wire-error.ts";
import { missingArtefact } from "../../artefact.ts";
import type { Artefact, ArtefactSet, ArtefactSource, Manifest, NotGiven } from "../../kind.ts";
import {
  fillArtefact,
  readVariables,
  unfilled,
  type variablesSpec,
} from "../artefact/variables.ts";
import type { TypeSettings } from "./types.ts";
import type { StoreSettings } from "../published/store-settings.ts";

export interface StorePayload extends MappingPayload {
  readonly settings: StoreSettings;
  readonly types?: TypeSettings | undefined;
  /** Layers that the store brings and whose own manifests hide more than new layers do. */
  readonly toHide?: readonly Address[];
}

interface MappingPayload {
  /** Files under their paths in the store's folder on the server. */
  readonly files: ArtefactSet;
  readonly main: string;
  readonly upload: { readonly mediaType: string; readonly body: RequestBody };
  readonly properties: ReadonlyMap<string, string> | undefined;
  readonly keys: readonly string[];
  readonly elements: readonly MappedElement[];
  /** The namespace URI of a declared workspace. */
  readonly namespace?: string;
}

interface Source {
  readonly payload: MappingPayload | undefined;
  readonly names: readonly string[];
  readonly notGiven: readonly NotGiven[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Spec {
  readonly mapping: string;
  readonly main?: string | undefined;
  readonly variables?: z.infer<ReturnType<typeof variablesSpec>>;
}

interface Bundle {
  readonly files: ArtefactSet;
  readonly main: string;
  /** `archive` is one that can be sent unchanged. */
  readonly packed: boolean;
  readonly archive?: Artefact;
}

const codes: Readonly<Record<BundleProblemKind, readonly [DiagnosticCode, Severity]>> = {
  invalid: ["mapping-invalid", "error"],
  missing: ["mapping-reference", "error"],
  outside: ["mapping-outside-bundle", "warning"],
  placeholder: ["mapping-placeholder", "info"],
};

/** Prefix of a digest that can be compared only with the secrets. */
export const WITH_SECRETS = "filled";

/** The digest is sealed where one of the files is secret. */
export function bundleDigest(
  files: ReadonlyMap<string, Pick<Artefact, "digest" | "isSecret">>,
): string {
  const entries = [...files]
    .map(([path, file]) => [path, file.digest])
    .toSorted(([a = ""], [b = ""]) => compareText(a, b));
  const hasSecrets = [...files.values()].some(({ isSecret }) => isSecret);
  return hasSecrets ? sealedDigest(WITH_SECRETS, entries) : digestOfValue(entries);
}

export async function readMapping(
  manifest: Manifest<Spec>,
  files: ArtefactSource,
): Promise<Source> {
  const none = { payload: undefined, names: [], notGiven: [] };
  const located = await locateBundle(manifest, files);
  if ("code" in located) return { ...none, diagnostics: [located] };
  const { bundle, notGiven, diagnostics: unfit } = await fillBundle(manifest, files, located);
  if (unfit.length > 0) return { ...none, diagnostics: unfit };
  const properties = files.mappingProperties;
  const report = examineBundle({
    files: await loadMarkup(bundle.files),
    main: bundle.main,
    packed: bundle.packed,
    properties,
  });
  const diagnostics = report.problems.map((problem) => asDiagnostic(problem, bundle.files));
  if (report.mapping === undefined) return { ...none, diagnostics };
  const payload = {
    files: bundle.files,
    main: bundle.main,
    upload: await uploadOf(bundle, files),
    properties,
    keys: mappingKeys(report.mapping),
    elements: mappedElements(report.mapping),
  };
  return { payload, names: publishedNames(report.mapping), notGiven, diagnostics };
}

async function locateBundle(
  { spec, name, locate }: Manifest<Spec>,
  files: ArtefactSource,
): Promise<Bundle | Diagnostic> {
  const where = locate(["spec", "mapping"]);
  const located = await files.locate(spec.mapping);
  if (located.type === "missing") return missingArtefact(spec.mapping, located, where);
  if (located.type === "folder") return fromFolder({ spec, name, where }, located.files);
  const { artefact } = located;
  if (/\.zip$/i.test(spec.mapping)) return fromArchive(spec, where, files, artefact);
  const main = `${name}.appschema`;
  return { files: new Map([[main, artefact]]), main, packed: false };
}

const TEXT = /\.(?:appschema|xml|xsd|properties)$/i;

interface Filled extends Pick<Source, "notGiven" | "diagnostics"> {
  readonly bundle: Bundle;
}

async function fillBundle(
  manifest: Manifest<Spec>,
  source: ArtefactSource,
  bundle: Bundle,
): Promise<Filled> {
  const { variables: declared } = manifest.spec;
  if (declared === undefined) return { bundle, notGiven: [], diagnostics: [] };
  const { variables, diagnostics } = await readVariables(manifest, source);
  const problems = [...diagnostics];
  const known = new Set(Object.keys(declared));
  const filled = new Map<string, Artefact>();
  for (const [path, artefact] of bundle.files) {
    if (!TEXT.test(path)) {
      filled.set(path, artefact);
      continue;
    }
    const bytes = await artefact.load();
    problems.push(...unfilled(bytes, artefact.path, known));
    filled.set(path, fillArtefact(artefact, path, { bytes, variables }).artefact);
  }
  const same = [...filled].every(([path, file]) => file === bundle.files.get(path));
  const { main, packed } = bundle;
  const { notGiven } = variables.secrets;
  const whole = same ? bundle : { files: filled, main, packed };
  return { bundle: whole, notGiven, diagnostics: problems };
}

/** A body with secrets is assembled only when it is sent. */
async function uploadOf(
  { files, main, packed, archive }: Bundle,
  source: ArtefactSource,
): Promise<StorePayload["upload"]> {
  const hasSecrets = [...files.values()].some(({ isSecret }) => isSecret);
  const only = files.get(main);
  if (!packed && only !== undefined) {
    const body = hasSecrets
      ? source.bodyLater({ mapping: only.digest }, only.load)
      : source.bodyOf(only);
    return { mediaType: mediaTypes.textXml, body };
  }
  const mediaType = mediaTypes.zip;
  if (archive !== undefined) return { mediaType, body: source.bodyOf(archive) };
  return { mediaType, body: hasSecrets ? source.packLater(files) : await source.pack(files) };
}

/** A folder is sent as an archive whose main file has the store's name. */
function fromFolder(
  { spec, name, where }: { spec: Spec; name: string; where: Position },
  inside: ArtefactSet,
): Bundle | Diagnostic {
  const mains = [...inside.keys()].filter((path) => /\.appschema$/i.test(path));
  const main = spec.main === undefined ? mains[0] : posix.normalize(spec.main);
  const artefact = main === undefined ? undefined : inside.get(main);
  const others = mains.filter((path) => path !== main);
  if (main === undefined || artefact === undefined || others.length > 0) {
    return unusable(spec, where, spec.main, mains);
  }
  const renamed = posix.join(posix.dirname(main), `${name}.appschema`);
  const packed = new Map([...inside].map(([path, file]) => [path === main ? renamed : path, file]));
  return { files: packed, main: renamed, packed: true };
}

function unusable(
  spec: Spec,
  where: Position,
  main: string | undefined,
  mains: readonly string[],
): Diagnostic {
  const found =
    mains.length === 0 ? "no .appschema file" : `the .appschema files ${mains.join(", ")}`;
  const asked = main === undefined ? "" : ` and ${main} is named as the main one`;
  const message = `${spec.mapping} holds ${found}${asked}; it must hold exactly one main mapping file`;
  const hint = "Name the main mapping in spec.main; other mapping files end in .xml.";
  return { code: "artefact-unusable", severity: "error", message, hint, where };
}

async function fromArchive(
  spec: Spec,
  where: Position,
  files: ArtefactSource,
  archive: Artefact,
): Promise<Bundle | Diagnostic> {
  try {
    const inside = await files.unpack(archive);
    const mains = [...inside.keys()].filter((path) => /\.appschema$/i.test(path));
    const [main, ...others] = mains;
    if (main === undefined || others.length > 0) return unusable(spec, where, undefined, mains);
    const isAsGiven = [...inside.values()].every(({ isUnmarked }) => isUnmarked !== true);
    return { files: inside, main, packed: true, ...(isAsGiven ? { archive } : {}) };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return {
      code: "artefact-unusable",
      severity: "error",
      message: `${spec.mapping}: ${error.message}`,
      where,
    };
  }
}

/** Loads the files that are read for references; the others only have to exist. */
async function loadMarkup(files: ArtefactSet): Promise<ReadonlyMap<string, Uint8Array>> {
  const loaded = new Map<string, Uint8Array>();
  for (const [path, file] of files) {
    const isMarkup = /\.(?:appschema|xml|xsd)$/i.test(path);
    loaded.set(path, isMarkup ? await (file.peek ?? file.load)() : new Uint8Array());
  }
  return loaded;
}

function asDiagnostic(problem: BundleProblem, files: ArtefactSet): Diagnostic {
  const [code, severity] = codes[problem.kind];
  const file = files.get(problem.file)?.path ?? problem.file;
  const column = problem.column === undefined ? {} : { column: problem.column };
  return {
    code,
    severity,
    message: problem.message,
    where: { file, line: problem.line, ...column },
  };
}
