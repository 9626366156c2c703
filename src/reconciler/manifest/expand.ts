/** Manifests for one target: overlays first, then variables. */
import { digestOfValue, withSortedKeys } from "../../model/digest.ts";
import { warning, type Diagnostic } from "../../model/diagnostic.ts";
import { manifestsOf, type RawManifest } from "./raw-manifest.ts";
import type { KeptFiles } from "./kept/kept-files.ts";
import { readDocuments, readInput, type SourceDocument } from "./load.ts";
import { nameOf, openOverlays } from "./overlay.ts";
import { fillVariables, type VariableValues } from "./variables.ts";

/** What a target changes about manifests. */
export interface Expansion {
  readonly variables: VariableValues;
  /** What to do about declared variables without a value, by name. */
  readonly missing?: ReadonlyMap<string, string>;
  /** Given without a declaration: only their use shows that they are meant. */
  readonly undeclared?: readonly string[];
  /** In the order in which they apply. */
  readonly overlays: readonly string[];
}

export interface Sources {
  readonly paths: readonly string[];
  /** Standard input; its manifests replace others of the same name. */
  readonly input?: string | undefined;
  readonly kept?: KeptFiles | undefined;
}

/** No variables and no overlays. */
export const NOTHING_EXPANDED: Expansion = { variables: new Map(), overlays: [] };

/**
 * Yields manifests as the target needs them, one document after the other; those that only
 * overlays have come last. Adds problems to `diagnostics` and digests of all that was read to
 * `digests`.
 */
export function* expandManifests(
  { paths, input, kept }: Sources,
  { variables, missing, undeclared = [], overlays: folders }: Expansion,
  { diagnostics, digests }: Seen,
): Generator<RawManifest, void, void> {
  const overlays = openOverlays(folders, diagnostics);
  const used = new Set<string>();
  /** Nothing else is reported about a manifest with a missing value. */
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
      yield* fill(
        changed === manifest ? manifest : { ...changed, value: withSortedKeys(changed.value) },
      );
    }
  };
  for (const document of given) yield* meant(document);
  for (const document of readDocuments(paths, diagnostics, kept)) yield* meant(document);
  for (const manifest of overlays.added) yield* fill(manifest);
  diagnostics.push(...overlays.unused());
  diagnostics.push(...undeclared.filter((name) => !used.has(name)).map(unused));
}

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
