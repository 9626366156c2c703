/**
 * Recalls what a manifest declares from its outline and from what is kept of the file that it names, so that neither is
 * read. Only for kinds that can make their object of a file alone, and only where that is what `resolve` had made.
 */
import { isDeepStrictEqual } from "node:util";
import { dirname } from "node:path";
import type { AnyKind, Manifest, Resolution, Resource } from "../kind.ts";
import { kinds } from "../kinds/registry.ts";
import { bodyOf, keptArtefact, type ArtefactOptions } from "./artefacts.ts";
import type { Outline } from "./kept/outline.ts";
import type { Knowledge } from "./load.ts";
import type { ParsedManifest } from "./parse.ts";
import type { RawManifest } from "./raw-manifest.ts";
import { pathFrom, placeOf } from "./whole-path.ts";

/** Makes what manifests declare of their outlines; undefined where the file that one names is not as it was. */
export function recalling({ kept, bodies }: ArtefactOptions): Knowledge["recall"] {
  if (kept === undefined) return undefined;
  const files = { bodyOf: bodyOf(bodies) };
  return (file, { kind, workspace, name, source, line, column, labels, lifecycle }) => {
    const path = pathFrom(dirname(file), source);
    const artefact = keptArtefact(path, kept);
    const oneFile = kinds.get(kind)?.oneFile;
    if (artefact === undefined) {
      oneFile?.expect?.(source);
      return undefined;
    }
    const address = { kind, workspace, name };
    const made = oneFile?.declare({ address, source, artefact, files });
    if (made === undefined) return undefined;
    bodies.note(path);
    const { facts, payload, requires } = made;
    const where = { file, line, column };
    const declaredBy = { address, labels, files: [placeOf(file), placeOf(path)] };
    const common = { address, facts, payload, requires, where, declaredBy };
    return lifecycle === undefined ? common : { ...common, lifecycle };
  };
}

/** Keeps the outline of a manifest that can be kept, unless it says more than an outline does, or its object is more than a file. */
export function keepOutline(
  { keepOutline: keep }: RawManifest,
  { kind, manifest }: ParsedManifest,
  resolution: Resolution,
): void {
  const said = keep && saidOf(manifest);
  const resource = onlyResource(resolution);
  if (said === undefined || resource === undefined || kind.name !== manifest.kind) return;
  if (!isMadeOf(resource, said, kind)) return;
  keep?.(said);
}

/** What an outline says of a manifest; undefined where the manifest says more. */
function saidOf(manifest: Manifest): Omit<Outline, "digest"> | undefined {
  const { kind, workspace, name, previousName, labels = {}, lifecycle, locate } = manifest;
  const [source, ...more] = Object.values(manifest.spec ?? {}) as unknown[];
  if (typeof source !== "string" || more.length > 0 || previousName !== undefined) return undefined;
  const { line = 0, column = 0 } = locate(["metadata", "name"]);
  return { kind, workspace, name, source, line, column, labels, lifecycle };
}

/** All that a manifest came to, where that is one object without a word. */
function onlyResource(resolution: Resolution): Resource | undefined {
  const { resources, exclusiveScopes, diagnostics } = resolution;
  const isAll = resources.length + exclusiveScopes.length + diagnostics.length === 1;
  return isAll ? resources[0] : undefined;
}

/** Whether what was declared is what would be recalled. */
function isMadeOf(
  resource: Resource,
  { workspace, name, source, line, column }: Omit<Outline, "digest">,
  kind: AnyKind,
): boolean {
  const artefact = onlyFile(kind.files?.(resource.payload));
  if (artefact === undefined || resource.declaredBy?.files.length !== 2) return false;
  const address = { kind: kind.name, workspace, name };
  const files = { bodyOf: () => ({ kind: "text", text: "" }) as const };
  const made = kind.oneFile?.declare({ address, source, artefact, files });
  if (made === undefined) return false;
  const { payload: _own, declaredBy: _by, lifecycle: _as, ...own } = resource;
  const { facts, requires } = made;
  const where = { file: resource.where.file, line, column };
  return isDeepStrictEqual({ address, facts, requires, where }, own);
}

function onlyFile<File>(files: ReadonlyMap<string, File> | undefined): File | undefined {
  return files?.size === 1 ? [...files.values()][0] : undefined;
}
