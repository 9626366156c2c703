/** What the text of a manifest file holds, whichever way it was found out. */
import type { Places } from "./places.ts";

/** A document as it stands in a text, whatever file that is in. */
export interface TextDocument {
  readonly value: unknown;
  readonly places: Places;
  /** Digest of the value. */
  readonly digest: string;
}

/** What the text of a file holds. */
export interface SourceText {
  /** Length of the text in characters; 0 for one that is no manifest. */
  readonly characters: number;
  /** Null for a text that says of itself that it is no manifest. */
  readonly documents: readonly TextDocument[] | null;
}
