/**
 * The books of an estate: small documents beside each other, such as what it owns, what a run is
 * about to take along, what ran and what waits for an approval. They live in the catalog or in a
 * folder, and are replaced as a whole, never half written.
 */

/** One document. */
export interface Book {
  readonly text: string;
  /** Which state of it this is, where the place tells; a write may insist on it. */
  readonly etag: string | undefined;
}

/** Where the documents of an estate are kept. */
export interface Books {
  /** Where a document is, for messages. */
  readonly place: (name: string) => string;
  /** A document; undefined when there is none. Rejects with BooksError when it cannot be read. */
  readonly load: (name: string) => Promise<Book | undefined>;
  /**
   * Writes a document, durably. `expected` is what must be there: a state of it, or nothing. Rejects
   * with BooksError when it is something else, or when the place refuses.
   */
  readonly save: (name: string, text: string, expected?: Book | "nothing") => Promise<void>;
  /** Removes a document; none is well. Rejects with BooksError when that fails. */
  readonly remove: (name: string) => Promise<void>;
}

/** A document of the books that could not be read or written; the reason says why. */
export class BooksError extends Error {
  /** Whether somebody changed the document that a write insisted on. */
  readonly isChanged: boolean;

  constructor(place: string, reason: string, options?: ErrorOptions & { changed?: true }) {
    super(`${place} ${reason}`, options);
    this.name = "BooksError";
    this.isChanged = options?.changed === true;
  }
}

/** Reads a document into its form; what cannot be read is named with its place. Throws BooksError. */
export async function readBook<Form>(
  books: Books,
  name: string,
  parse: (text: string) => Form,
): Promise<{ readonly form: Form; readonly book: Book } | undefined> {
  const book = await books.load(name);
  if (book === undefined) return undefined;
  try {
    return { form: parse(book.text), book };
  } catch (error) {
    const reason = `cannot be read: ${(error as Error).message}`;
    throw new BooksError(books.place(name), reason, { cause: error });
  }
}
