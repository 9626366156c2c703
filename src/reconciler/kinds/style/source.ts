/** Finds the content of a style: one file, or a package of an SLD and images. */
import { compareText } from "../../../model/address.ts";
import { fault, warning, type Diagnostic, type Position } from "../../../model/diagnostic.ts";
import {
  isPackageImage,
  packageImageExtensions,
  styleFormatOfFile,
  type StyleFormat,
} from "../../../model/style.ts";
import type { RequestBody } from "../../../wire/request.ts";
import { WireError } from "../../../wire/wire-error.ts";
import { missingArtefact } from "../../artefact.ts";
import type { Artefact, ArtefactSet, ArtefactSource, Resource } from "../../kind.ts";
import { madeOnce } from "../../lazy.ts";
import type { StyleSettings } from "./settings.ts";

export interface StylePayload extends StyleSource {
  readonly settings: StyleSettings;
}

export interface StyleSource {
  readonly format: StyleFormat;
  readonly content: Artefact;
  /** Images of a package by file name; empty for a single file. */
  readonly images: ArtefactSet;
  readonly isPackage: boolean;
  readonly bodyOf: ArtefactSource["bodyOf"];
  /** The archive, given or packed from the folder; absent for a single file. */
  readonly pack?: () => Promise<RequestBody>;
}

export function contentBodyOf({ bodyOf, content }: StyleSource): RequestBody {
  return bodyOf(content);
}

/** The body of the content where there is no package. */
export async function packageBodyOf(source: StyleSource): Promise<RequestBody> {
  return (await source.pack?.()) ?? contentBodyOf(source);
}

export function contentPath(format: string): string {
  return `content.${format}`;
}

interface Source {
  readonly payload: StyleSource | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function imageFacts(images: ArtefactSet): readonly string[] {
  return [...images].map(([name, { digest }]) => `${name} ${digest}`).toSorted(compareText);
}

export async function readSource(
  path: string,
  where: Position,
  files: ArtefactSource,
): Promise<Source> {
  const located = await files.locate(path);
  if (located.type === "missing") return fail(missingArtefact(path, located, where));
  if (located.type === "folder") {
    return fromPackage({ path, where, files }, located.files, () =>
      files.pack(packed(located.files)),
    );
  }
  const { artefact } = located;
  if (extensionOf(path) === "zip") return fromArchive(path, where, files, artefact);
  const format = styleFormatOfFile(path);
  if (format !== undefined) {
    const { bodyOf } = files;
    return succeed({ format, content: artefact, bodyOf, images: noImages(), isPackage: false }, []);
  }
  const hint =
    "Name an .sld, .css, .ysld or .mbstyle file, or a folder or .zip with an SLD and its images.";
  return fail(fault("artefact-unusable", `${path} is no style`, { hint, where }));
}

/** One for all styles: a map of its own would take more memory than the rest of a payload. */
const noImages = madeOnce((): ArtefactSet => new Map());

function extensionOf(path: string): string | undefined {
  return /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
}

function fail(diagnostic: Diagnostic): Source {
  return { payload: undefined, diagnostics: [diagnostic] };
}

function succeed(payload: StyleSource, diagnostics: readonly Diagnostic[]): Source {
  return { payload, diagnostics };
}

async function fromArchive(
  path: string,
  where: Position,
  files: ArtefactSource,
  archive: Artefact,
): Promise<Source> {
  try {
    const inside = await files.unpack(archive);
    const isAsGiven = [...inside.values()].every(({ isUnmarked }) => isUnmarked !== true);
    return fromPackage({ path, where, files }, inside, async () =>
      isAsGiven ? files.bodyOf(archive) : files.pack(packed(inside)),
    );
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return fail(fault("artefact-unusable", `${path}: ${error.message}`, { where }));
  }
}

function fromPackage(
  { path, where, files }: { path: string; where: Position; files: ArtefactSource },
  inside: ArtefactSet,
  pack: () => Promise<RequestBody>,
): Source {
  const slds = [...inside.keys()].filter((name) => !name.includes("/") && name.endsWith("sld"));
  const [fileName, ...others] = slds;
  const content = fileName === undefined ? undefined : inside.get(fileName);
  if (content === undefined || others.length > 0) {
    const count =
      slds.length === 0 ? "no .sld file" : `${slds.length} .sld files (${slds.join(", ")})`;
    const message = `${path} holds ${count} at its top; a style package holds one`;
    return fail(fault("artefact-unusable", message, { where }));
  }
  const images = new Map([...inside].filter(([name]) => isPackageImage(name)));
  return succeed(
    { format: "sld", content, bodyOf: files.bodyOf, images, isPackage: true, pack },
    lostFiles(path, where, inside),
  );
}

/** Images that servers do not copy from a package: in folders, or of other types. */
function lostFiles(path: string, where: Position, inside: ArtefactSet): readonly Diagnostic[] {
  const lost = [...inside.keys()].filter((name) => !name.endsWith("sld") && !isPackageImage(name));
  if (lost.length === 0) return [];
  const message = `${path}: servers do not copy ${lost.join(", ")} out of the package`;
  const hint = `Images lie beside the SLD and end in ${packageImageExtensions.join(", ")}.`;
  return [warning("style-image", message, { hint, where })];
}

function packed(files: ArtefactSet): ArtefactSet {
  return new Map(
    [...files].filter(
      ([name]) => !name.includes("/") && (name.endsWith("sld") || isPackageImage(name)),
    ),
  );
}

/** Packages of one scope share a folder and must not bring different images of one name. */
export function imageCollisions(
  resources: readonly Resource<StylePayload>[],
): readonly Diagnostic[] {
  const owners = new Map<string, { digest: string; name: string }>();
  const diagnostics: Diagnostic[] = [];
  for (const { address, payload, where } of resources) {
    for (const [image, { digest }] of payload.images) {
      const key = `${address.workspace ?? ""}:${image}`;
      const first = owners.get(key);
      if (first === undefined) owners.set(key, { digest, name: address.name });
      else if (first.digest !== digest) {
        const message = `The styles ${first.name} and ${address.name} bring different images named ${image}`;
        const hint = "Styles of one scope share their images: rename one of them.";
        diagnostics.push(fault("style-image", message, { hint, where }));
      }
    }
  }
  return diagnostics;
}
