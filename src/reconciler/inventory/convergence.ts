/**
 * The declaration that the catalog last agreed with (`convergence.json`): after a restart it tells
 * a changed folder from a changed catalog.
 */
import { z } from "zod";
import { storedIn, storedText } from "../../wire/stored.ts";
import { readStateDocument, type StateStore } from "./state-store.ts";

const CONVERGENCE_FILE = "convergence.json";

const stored = z.object({
  format_version: z.string().startsWith("1."),
  estate: z.string(),
  declared: z.string().nullable(),
  strangers: z.array(z.string()),
});

/** The last agreement. */
export interface Convergence {
  /** Digest; undefined before the first agreement. */
  readonly declared: string | undefined;
  /**
   * Text addresses, sorted, of objects created by others where nothing undeclared may be. While
   * they exist, their deletion is drift, not the folder's intent.
   */
  readonly unmanaged: readonly string[];
}

const nothing: Convergence = { declared: undefined, unmanaged: [] };

/** The stored agreement. Throws StateError. */
export async function loadConvergence(state: StateStore, estate: string): Promise<Convergence> {
  const found = await readStateDocument(state, CONVERGENCE_FILE, (text) => storedIn(text, stored));
  if (found?.form.estate !== estate) return nothing;
  const { declared, strangers: unmanaged } = found.form;
  return { declared: declared ?? undefined, unmanaged };
}

/** Saves the agreement. Throws StateError. */
export function saveConvergence(
  state: StateStore,
  estate: string,
  { declared, unmanaged }: Convergence,
): Promise<void> {
  const content = { declared: declared ?? null, strangers: unmanaged };
  return state.save(CONVERGENCE_FILE, storedText("1.0", estate, content));
}
