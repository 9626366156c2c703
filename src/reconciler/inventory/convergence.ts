/**
 * What the catalog last agreed with: `convergence.json` in the books of an estate. By it a restart
 * tells a folder that changed from a catalog that did.
 */
import { z } from "zod";
import { readBook, type Books } from "./books.ts";

/** Name of the document in the books of an estate. */
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
  readonly strangers: readonly string[];
}

const nothing: Convergence = { declared: undefined, strangers: [] };

/** What is remembered. Throws BooksError. */
export async function loadConvergence(books: Books, estate: string): Promise<Convergence> {
  const found = await readBook(books, CONVERGENCE_FILE, (text) => stored.parse(JSON.parse(text)));
  if (found?.form.estate !== estate) return nothing;
  const { declared, strangers } = found.form;
  return { declared: declared ?? undefined, strangers };
}

/** Remembers it. Throws BooksError. */
export function saveConvergence(
  books: Books,
  estate: string,
  { declared, strangers }: Convergence,
): Promise<void> {
  const document = {
    format_version: CONVERGENCE_VERSION,
    estate,
    declared: declared ?? null,
    strangers,
  };
  return books.save(CONVERGENCE_FILE, `${JSON.stringify(document, null, 1)}\n`);
}
