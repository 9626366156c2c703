/**
 * What all layers know of objects of the tile cache that a PUT creates or replaces as a whole, and
 * that tile layers use by name (docs/compatibility.md, "Tile cache"); `nouns.ts` lists them.
 */
import type { Noun } from "./noun.ts";
import type { refusals } from "./refusals.ts";
import { withSealed, type Parts } from "./schema.ts";
import type { TileUses } from "./tile-layer.ts";

type Code = keyof typeof refusals;

/** An object whose root element names its type, and with it the settings that it can have. */
export interface TypedObject {
  readonly type: string;
  /** Used by tile layers that name none. */
  readonly isDefault: boolean;
  readonly enabled: boolean;
  /** As texts; an empty one is left out. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The types of such objects. */
export interface Types {
  /** What root elements end with, after the type. */
  readonly end: string;
  /** Settings by type, in document order. */
  readonly types: Readonly<Record<string, Parts>>;
  readonly defaultStays: Code;
}

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
  /** Absent where all are of one type. At most one is the default, which stays. */
  readonly typed?: Types;
  readonly isUsedBy: (uses: TileUses, name: string) => boolean;
  readonly inUse: Code;
  /** What a removal leaves, as a clause. */
  readonly leaves?: string;
}

/** An object with its keys and passwords sealed. */
export function sealedObject<Said extends object>(
  { typed }: Pick<CacheNoun<unknown, never>, "typed">,
  said: Said,
  seal: (text: string) => string,
): Said {
  if (typed === undefined) return said;
  const { type, settings } = said as Said & TypedObject;
  return { ...said, settings: withSealed(typed.types[type] ?? {}, settings, seal) };
}
