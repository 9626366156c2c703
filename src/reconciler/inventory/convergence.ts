/**
 * Which declaration the catalog last agreed with: `convergence.json` in the books of an estate. By
 * it a restart tells a folder that changed from a catalog that did.
 */
import { z } from "zod";
import type { Books } from "./books.ts";
import { readBook } from "./books.ts";

/** Name of the document in the books of an estate. */
const CONVERGENCE_FILE = "convergence.json";

/** Version of the stored form. */
const CONVERGENCE_VERSION = "1.0";

const stored = z.object({
  format_version: z.string().startsWith("1."),
  estate: z.string(),
  declared: z.string(),
});

/** The digest of the declaration; undefined when none was ever agreed with. Throws BooksError. */
export async function loadConvergence(books: Books, estate: string): Promise<string | undefined> {
  const found = await readBook(books, CONVERGENCE_FILE, (text) => stored.parse(JSON.parse(text)));
  return found?.form.estate === estate ? found.form.declared : undefined;
}

/** Remembers the digest. Throws BooksError. */
export function saveConvergence(books: Books, estate: string, declared: string): Promise<void> {
  const document = { format_version: CONVERGENCE_VERSION, estate, declared };
  return books.save(CONVERGENCE_FILE, `${JSON.stringify(document, null, 1)}\n`);
}
