/**
 * What a stock server keeps beside the objects of a store: settings of tile layers. They are deleted with what they
 * belong to; here they are found, so that they stop a plan which would recreate that elsewhere.
 */
import type { KindContext } from "../../kind.ts";
import { tileWords } from "./tile-layer.ts";

/** What lies beside what a store publishes, and is deleted with it for good: the settings of tile layers. */
export async function besideStore(
  context: KindContext,
  { workspace, names }: StoreWith,
): Promise<readonly string[]> {
  return tileWords(
    context,
    names.map((name) => ({ workspace, name })),
  );
}

/** A store's workspace with those of its feature types or coverages that do not come back under their addresses. */
export interface StoreWith {
  readonly workspace: string;
  readonly names: readonly string[];
}
