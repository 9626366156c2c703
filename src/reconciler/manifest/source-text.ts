/** The content of a manifest file, parsed or from the cache. */
import type { Places } from "./places.ts";

export interface TextDocument {
  readonly value: unknown;
  readonly places: Places;
  /** Of the value. */
  readonly digest: string;
}

export interface SourceText {
  /** 0 for a text that is no manifest. */
  readonly characters: number;
  /** Null for a text marked as no manifest. */
  readonly documents: readonly TextDocument[] | null;
}
