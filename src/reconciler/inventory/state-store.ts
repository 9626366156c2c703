/** The state of an estate: small documents in the catalog or in a folder, replaced atomically. */
import { Failure, reasonOf } from "../../model/failure.ts";

export interface StateDocument {
  readonly text: string;
  /** Version, where the store has one; a write can require it. */
  readonly etag: string | undefined;
}

/** Storage for an estate's documents. */
export interface StateStore {
  /** For messages. */
  readonly place: (name: string) => string;
  /** Undefined when there is none. Rejects with StateError. */
  readonly load: (name: string) => Promise<StateDocument | undefined>;
  /** Whether a document that could not be loaded is known to exist. */
  readonly hides?: (name: string) => Promise<boolean>;
  /** Durable. Rejects with StateError on a refusal, or if a given `expected` is not there. */
  readonly save: (
    name: string,
    text: string,
    expected?: StateDocument | "nothing",
  ) => Promise<void>;
  /** A missing document is no error. Rejects with StateError. */
  readonly remove: (name: string) => Promise<void>;
}

/** A document could not be read or written. */
export class StateError extends Failure {
  /** Whether the required version had changed. */
  readonly isChanged: boolean;

  constructor(place: string, reason: string, options?: ErrorOptions & { changed?: true }) {
    super(`${place} ${reason}`, options);
    this.name = "StateError";
    this.isChanged = options?.changed === true;
  }
}

/** Reads and parses a document. Throws StateError with its place. */
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
