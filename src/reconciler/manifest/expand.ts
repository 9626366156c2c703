/** Manifests as they are meant for one target: overlays first, then variables. */
import { digestOfValue } from "../../model/digest.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { itemsOf, type Item } from "./item.ts";
import { inOrder, readDocuments } from "./load.ts";
import { openOverlays } from "./overlay.ts";
import { fillVariables, type VariableValues } from "./variables.ts";

/** What a target changes about manifests. */
export interface Expansion {
  readonly variables: VariableValues;
  /** Folders with overlays, in the order in which they are laid over the manifests. */
  readonly overlays: readonly string[];
}

/** Manifests that stand for themselves. */
export const NOTHING_EXPANDED: Expansion = { variables: new Map(), overlays: [] };

/**
 * Every manifest under some paths as the target wants it, one document after the other; those that
 * only overlays have come last. What is wrong is added to `diagnostics`, and digests of all that was
 * read to `digests`.
 */
export function* expandManifests(
  paths: readonly string[],
  { variables, overlays: folders }: Expansion,
  { diagnostics, digests }: { readonly diagnostics: Diagnostic[]; readonly digests: string[] },
): Generator<Item, void, void> {
  const overlays = openOverlays(folders, diagnostics);
  /** Without a value the manifest means nothing, so nothing more is said about it. */
  const fill = (item: Item): readonly Item[] => {
    const before = diagnostics.length;
    const filled = fillVariables(item, variables, diagnostics);
    return diagnostics.length === before ? [filled] : [];
  };
  digests.push(digestOfValue([[...variables], overlays.values]));
  for (const document of readDocuments(paths, diagnostics)) {
    digests.push(digestOfValue([document.file, document.value]));
    for (const item of itemsOf(document)) {
      const changed = overlays.change(item);
      if (changed === undefined) continue;
      yield* fill(changed === item ? item : { ...changed, value: inOrder(changed.value) });
    }
  }
  for (const item of overlays.added) yield* fill(item);
  diagnostics.push(...overlays.unused());
}
