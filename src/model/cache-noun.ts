/**
 * What all layers know of objects of the tile cache that a PUT creates or replaces as a whole, and
 * that tile layers use by name (docs/compatibility.md, "Tile cache"); `nouns.ts` lists them.
 */
import type { Noun } from "./noun.ts";
import type { refusals } from "./refusals.ts";
import type { Parts } from "./schema.ts";
import type { TileLayer } from "./tile-layer.ts";

type Code = keyof typeof refusals;

/** A text of `complete` says why a body can be none. */
export interface CacheNoun<Value, Said> extends Noun {
  readonly kind: string;
  readonly list: string;
  /** Display name inside a sentence. */
  readonly label: string;
  /** What stock servers call one. */
  readonly word: string;
  /** The error message for a body without a name. */
  readonly nameless: string;
  readonly complete: (name: string, said: Said) => Value | string;
  /** Objects that every server has; they stay as they are. */
  readonly builtIn?: () => ReadonlyMap<string, () => Value>;
  /** At most one is the default, which stays. */
  readonly asDefault?: {
    readonly is: (value: Value) => boolean;
    readonly no: (value: Value) => Value;
    readonly stays: Code;
  };
  /** Seals keys and passwords. */
  readonly sealed?: (value: Said, seal: (text: string) => string) => Said;
  readonly isUsedBy: (layer: TileLayer, name: string) => boolean;
  readonly inUse: Code;
  /** What a removal leaves, as a clause. */
  readonly leaves?: string;
  /** Its documents, by their roots; absent where no table describes it. */
  readonly documents?: () => readonly {
    readonly root: string;
    readonly fields: Parts;
    readonly elements: ReadonlySet<string>;
  }[];
}
