/** Manifests as they are meant for one target: overlays first, then variables. */
import { digestOfValue } from "../../model/digest.ts";
import { warning, type Diagnostic } from "../../model/diagnostic.ts";
import { manifestsOf, type RawManifest } from "./raw-manifest.ts";
import type { KeptFiles } from "./kept/kept-files.ts";
import { inOrder, readDocuments, readInput, type SourceDocument } from "./load.ts";
import { nameOf, openOverlays } from "./overlay.ts";
import { fillVariables, type VariableValues } from "./variables.ts";

/** What a target changes about manifests. */
export interface Expansion {
  readonly variables: VariableValues;
  /** What to do about a declared variable without a value, by its name. */
  readonly missing?: ReadonlyMap<string, string>;
  /** Variables that are given without being declared, so that only their use shows that they are meant. */
  readonly undeclared?: readonly string[];
  /** Folders with overlays, in the order in which they are laid over the manifests. */
  readonly overlays: readonly string[];
}

/** Where manifests come from. */
export interface Sources {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Those of standard input, which stand in the place of others of their names; none when absent. */
  readonly input?: string | undefined;
  /** What is known of files under the paths. */
  readonly kept?: KeptFiles | undefined;
}

/** Manifests that stand for themselves. */
export const NOTHING_EXPANDED: Expansion = { variables: new Map(), overlays: [] };

/**
 * Every manifest of some sources as the target wants it, one document after the other; those that
 * only overlays have come last. What is wrong is added to `diagnostics`, and digests of all that was
 * read to `digests`.
 */
export function* expandManifests(
  { paths, input, kept }: Sources,
  { variables, missing, undeclared = [], overlays: folders }: Expansion,
  { diagnostics, digests }: Seen,
): Generator<RawManifest, void, void> {
  const overlays = openOverlays(folders, diagnostics);
  const used = new Set<string>();
  /** Without a value the manifest means nothing, so nothing more is said about it. */
  const fill = (manifest: RawManifest): readonly RawManifest[] => {
    const before = diagnostics.length;
    const filled = fillVariables(manifest, { variables, missing, used }, diagnostics);
    return diagnostics.length === before ? [filled] : [];
  };
  digests.push(digestOfValue([[...variables], overlays.values]));
  const given = input === undefined ? [] : readInput(input, diagnostics);
  const names = new Set(given.flatMap(manifestsOf).map(({ value }) => nameOf(value)));
  const meant = function* (document: SourceDocument): Generator<RawManifest> {
    digests.push(document.digest, document.file);
    for (const manifest of manifestsOf(document)) {
      if (!given.includes(document) && names.has(nameOf(manifest.value))) {
        diagnostics.push(replaced(manifest));
        continue;
      }
      const changed = overlays.change(manifest);
      if (changed === undefined) continue;
      yield* fill(changed === manifest ? manifest : { ...changed, value: inOrder(changed.value) });
    }
  };
  for (const document of given) yield* meant(document);
  for (const document of readDocuments(paths, diagnostics, kept)) yield* meant(document);
  for (const manifest of overlays.added) yield* fill(manifest);
  diagnostics.push(...overlays.unused());
  diagnostics.push(...undeclared.filter((name) => !used.has(name)).map(unused));
}

/** What is noted of all that was read. */
interface Seen {
  readonly diagnostics: Diagnostic[];
  readonly digests: string[];
}

function unused(name: string): Diagnostic {
  const message = `No manifest uses the variable ${name}, which --var or --var-file gives a value`;
  const hint = "Declare it under variables in plumbline.yaml, or leave it out.";
  return warning("variable-unused", message, { hint });
}

function replaced({ value, locate }: RawManifest): Diagnostic {
  const message = `${nameOf(value)} of standard input stands in the place of the one declared here`;
  const where = locate(["metadata", "name"]);
  return { code: "replaced-by-input", severity: "info", message, where };
}
