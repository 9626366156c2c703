/** Where a mapping comes from, how it is packed, and what is wrong with it. */
import { posix } from "node:path";
import { compareText } from "../../../model/address.ts";
import { mappingKeys, publishedNames } from "../../../model/app-schema.ts";
import { digestOfValue } from "../../../model/digest.ts";
import type { Diagnostic, DiagnosticCode, Position, Severity } from "../../../model/diagnostic.ts";
import {
  examineBundle,
  type BundleFault,
  type BundleFaultKind,
} from "../../../wire/mapping-bundle.ts";
import { mediaTypes } from "../../../wire/media.ts";
import type { RequestBody } from "../../../wire/request.ts";
import { WireError } from "../../../wire/wire-error.ts";
import type { Artefact, ArtefactSet, ArtefactSource, Manifest } from "../../kind.ts";

/** What a store is made of. */
export interface StorePayload {
  /** Files as they lie in the store's folder on the server. */
  readonly files: ArtefactSet;
  /** Path of the main mapping among them. */
  readonly main: string;
  readonly upload: { readonly mediaType: string; readonly body: RequestBody };
  readonly properties: ReadonlyMap<string, string> | undefined;
  /** Qualified names that the main mapping maps. */
  readonly keys: readonly string[];
}

interface Source {
  readonly payload: StorePayload | undefined;
  readonly names: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Spec {
  readonly mapping: string;
  readonly main?: string | undefined;
}

/** Files of a mapping before they are judged; `packed` when they travel as an archive. */
interface Bundle {
  readonly files: ArtefactSet;
  readonly main: string;
  readonly packed: boolean;
  readonly upload: () => Promise<StorePayload["upload"]>;
}

const codes: Readonly<Record<BundleFaultKind, readonly [DiagnosticCode, Severity]>> = {
  invalid: ["mapping-invalid", "error"],
  missing: ["mapping-reference", "error"],
  outside: ["mapping-outside-bundle", "warning"],
  placeholder: ["mapping-placeholder", "info"],
};

/** One digest over the paths and digests of a bundle. */
export function bundleDigest(files: ReadonlyMap<string, { readonly digest: string }>): string {
  return digestOfValue(
    [...files]
      .map(([path, { digest }]) => [path, digest])
      .toSorted(([a = ""], [b = ""]) => compareText(a, b)),
  );
}

/** Finds out what a `mapping` is and examines it. */
export async function readMapping(
  manifest: Manifest<Spec>,
  files: ArtefactSource,
): Promise<Source> {
  const bundle = await locateBundle(manifest, files);
  if ("code" in bundle) return { payload: undefined, names: [], diagnostics: [bundle] };
  const properties = files.mappingProperties;
  const report = examineBundle({
    files: await loadMarkup(bundle.files),
    main: bundle.main,
    packed: bundle.packed,
    properties,
  });
  const diagnostics = report.faults.map((fault) => asDiagnostic(fault, bundle.files));
  if (report.mapping === undefined) return { payload: undefined, names: [], diagnostics };
  const payload = {
    files: bundle.files,
    main: bundle.main,
    upload: await bundle.upload(),
    properties,
    keys: mappingKeys(report.mapping),
  };
  return { payload, names: publishedNames(report.mapping), diagnostics };
}

async function locateBundle(
  { spec, name, locate }: Manifest<Spec>,
  files: ArtefactSource,
): Promise<Bundle | Diagnostic> {
  const where = locate(["spec", "mapping"]);
  const located = await files.locate(spec.mapping);
  if (located.type === "missing") {
    return {
      code: "artefact-missing",
      severity: "error",
      message: `There is no ${spec.mapping}`,
      where,
    };
  }
  if (located.type === "folder") return fromFolder({ spec, name, where }, files, located.files);
  const { artefact } = located;
  if (/\.zip$/i.test(spec.mapping)) return fromArchive(spec, where, files, artefact);
  const main = `${name}.appschema`;
  return {
    files: new Map([[main, artefact]]),
    main,
    packed: false,
    upload: async () => ({ mediaType: mediaTypes.textXml, body: files.bodyOf(artefact) }),
  };
}

/** A folder travels as an archive whose main file carries the store's name, whatever it is called here. */
function fromFolder(
  { spec, name, where }: { spec: Spec; name: string; where: Position },
  files: ArtefactSource,
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
  const upload = async () => ({ mediaType: mediaTypes.zip, body: await files.pack(packed) });
  return { files: packed, main: renamed, packed: true, upload };
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
    const upload = async () => ({ mediaType: mediaTypes.zip, body: files.bodyOf(archive) });
    return { files: inside, main, packed: true, upload };
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

/** Bytes of the files that are read for references; others only have to be there. */
async function loadMarkup(files: ArtefactSet): Promise<ReadonlyMap<string, Uint8Array>> {
  const loaded = new Map<string, Uint8Array>();
  for (const [path, file] of files) {
    loaded.set(path, /\.(?:appschema|xml|xsd)$/i.test(path) ? await file.load() : new Uint8Array());
  }
  return loaded;
}

function asDiagnostic(fault: BundleFault, files: ArtefactSet): Diagnostic {
  const [code, severity] = codes[fault.kind];
  const file = files.get(fault.file)?.path ?? fault.file;
  const column = fault.column === undefined ? {} : { column: fault.column };
  return { code, severity, message: fault.message, where: { file, line: fault.line, ...column } };
}
