/**
 * What the catalog last agreed with: `convergence.json` in the state of an estate. By it a restart
 * distinguishes a folder that changed from a catalog that did.
 */
import { z } from "zod";
import { storedIn } from "../../wire/stored.ts";
import { readStateDocument, type StateStore } from "./state-store.ts";

/** Name of the document in the state of an estate. */
const CONVERGENCE_FILE = "convergence.json";

/** Version of the stored form. */
const CONVERGENCE_VERSION = "1.0";

const stored = z.object({
  format_version: z.string().startsWith("1."),
  estate: z.string(),
  declared: z.string().nullable(),
  strangers: z.array(z.string()),
});

/** What was agreed with, and what came by itself since. */
export interface Convergence {
  /** Digest of the declaration; undefined when none was ever agreed with. */
  readonly declared: string | undefined;
  /**
   * Texts of addresses that somebody else put where nothing undeclared may be, in order: as long as
   * they are there, that is no wish of the folder.
   */
  readonly unmanaged: readonly string[];
}

const nothing: Convergence = { declared: undefined, unmanaged: [] };

/** What is remembered. Throws StateError. */
export async function loadConvergence(state: StateStore, estate: string): Promise<Convergence> {
  const found = await readStateDocument(state, CONVERGENCE_FILE, (text) => storedIn(text, stored));
  if (found?.form.estate !== estate) return nothing;
  const { declared, strangers: unmanaged } = found.form;
  return { declared: declared ?? undefined, unmanaged };
}

/** Remembers it. Throws StateError. */
export function saveConvergence(
  state: StateStore,
  estate: string,
  { declared, unmanaged }: Convergence,
): Promise<void> {
  const document = {
    format_version: CONVERGENCE_VERSION,
    estate,
    declared: declared ?? null,
    strangers: unmanaged,
  };
  return state.save(CONVERGENCE_FILE, `${JSON.stringify(document, null, 1)}\n`);
}
