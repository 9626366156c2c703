/**
 * The state of an estate: small documents beside each other, such as what it owns, what a run is
 * about to delete by cascades, what ran and what waits for an approval. They live in the catalog or in a
 * folder, and are replaced as a whole, never half written.
 */
import { Failure, reasonOf } from "../../model/failure.ts";

/** One state document. */
export interface StateDocument {
  readonly text: string;
  /** Which version of it this is, where the place shows; a write may insist on it. */
  readonly etag: string | undefined;
}

/** Where the documents of an estate are kept. */
export interface StateStore {
  /** Where a document is, for messages. */
  readonly place: (name: string) => string;
  /** A document; undefined when there is none. Rejects with StateError when it cannot be read. */
  readonly load: (name: string) => Promise<StateDocument | undefined>;
  /** Whether a document that could not be loaded is there all the same, as far as the place shows. */
  readonly hides?: (name: string) => Promise<boolean>;
  /**
   * Writes a document, durably. `expected` is what must be there: a version of it, or nothing. Rejects
   * with StateError when it is something else, or when the place refuses.
   */
  readonly save: (
    name: string,
    text: string,
    expected?: StateDocument | "nothing",
  ) => Promise<void>;
  /** Removes a document; none is well. Rejects with StateError when that fails. */
  readonly remove: (name: string) => Promise<void>;
}

/** A document of the state that could not be read or written; the reason says why. */
export class StateError extends Failure {
  /** Whether somebody changed the document that a write insisted on. */
  readonly isChanged: boolean;

  constructor(place: string, reason: string, options?: ErrorOptions & { changed?: true }) {
    super(`${place} ${reason}`, options);
    this.name = "StateError";
    this.isChanged = options?.changed === true;
  }
}

/** Reads a document into its form; what cannot be read is named with its place. Throws StateError. */
export async function readStateDocument<Form>(
  state: StateStore,
  name: string,
  parse: (text: string) => Form,
): Promise<{ readonly form: Form; readonly document: StateDocument } | undefined> {
  const document = await state.load(name);
  if (document === undefined) return undefined;
  try {
    return { form: parse(document.text), document };
  } catch (error) {
    const reason = `cannot be read: ${reasonOf(error)}`;
    throw new StateError(state.place(name), reason, { cause: error });
  }
}
