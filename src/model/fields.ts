/**
 * Tables of fields. What a noun has is said once, in a table beside its type: the codec of its document
 * (`wire/codec.ts`), the merge of a patch, digests, kinds and the reader of data directories follow it.
 * A table says what a field is, never how something is done with it.
 */
import type { Details, DetailsChange } from "./details.ts";
import type { Exposure } from "./exposure.ts";

/** How documents hold a field; `wire/codec.ts` knows how each is read and written. */
export type FieldType =
  | "flag"
  /** A whole number. */
  | "number"
  /** A name or a choice, which may be empty: white space around it says nothing. */
  | "word"
  /** The same; an empty one is none. */
  | "filled-word"
  /** The same; null or an empty one clears it. */
  | "optional-filled-word"
  /** A text as it was sent, white space around it too; it may be empty. */
  | "text"
  /** The same; one of white space alone is none. */
  | "filled-text"
  /** The same; null clears it. */
  | "optional-text"
  /** The name of something else. */
  | "reference"
  /** The same, of which the workspace does not count. */
  | "reference-inside"
  | "style"
  | "styles"
  /** Texts by key. */
  | "entries";

/** A field of a noun. */
export interface Field<Value = unknown> {
  readonly type: FieldType;
  /** Name of its element in documents, where that is another one. */
  readonly element?: string;
  /** Another name that bodies may use; it goes first. */
  readonly alias?: string;
  /** What it is where nobody says anything. */
  readonly usual?: Value;
  /** Set where servers take it for `usual` when the body of a change does not say it: such bodies always do. */
  readonly isUsualWhenUnsaid?: true;
  /** All that it may be, where that is one of a few. */
  readonly values?: readonly (Value & string)[];
  /** What manifests say by it, as a sentence. */
  readonly means?: string;
  /** What its values show or hide; absent where nobody sees a change of it. */
  readonly exposure?: Exposure;
}

/** The fields of a noun that its document shows and a body may set, in the order of their digest. */
export type FieldTable<Noun> = { readonly [Name in keyof Noun]?: Field<Noun[Name]> };

/** A regular document. */
export interface NounDocument<Noun> {
  /** Name of the root element. */
  readonly root: string;
  readonly fields: FieldTable<Noun>;
  /** Elements that it may hold, in its order; what else was kept comes after them. */
  readonly elements: ReadonlySet<string>;
  /** Elements that a server writes by itself, beside dates: what a body says there is nothing to keep. */
  readonly written: readonly string[];
}

/**
 * What a client says of a noun: fields that are undefined keep their value, null clears, lists and maps are
 * replaced as a whole. `details` is what the noun has no field for.
 */
export type Patch<Noun> = {
  readonly [Name in Exclude<keyof Noun, "details">]?: Noun[Name] | undefined;
} & { readonly details?: DetailsChange | undefined };

/** A noun with its dates, ISO 8601; `modified` is null until the first change. */
export type Dated<Noun> = Noun & { readonly created: string; readonly modified: string | null };

/** The words of a text as a set, in its order. */
export function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

type Usual<Table> = {
  readonly [
    Name in keyof Table as Table[Name] extends { readonly usual: unknown } ? Name : never
  ]: Table[Name] extends { readonly usual: infer Value } ? Value : never;
};

/** What the fields of a table are where nobody says anything. */
export function usualOf<const Table extends Readonly<Record<string, Field>>>(
  fields: Table,
): Usual<Table> {
  const usual = Object.entries(fields).filter(([, field]) => field.usual !== undefined);
  return Object.fromEntries(usual.map(([name, field]) => [name, field.usual])) as Usual<Table>;
}

/** What a noun says of the fields of a table. */
export function partOf<const Table extends Readonly<Record<string, Field>>, Noun extends object>(
  fields: Table,
  noun: Noun,
): Pick<Noun, keyof Noun & keyof Table> {
  const known = Object.entries(noun).filter(([name]) => Object.hasOwn(fields, name));
  return Object.fromEntries(known) as Pick<Noun, keyof Noun & keyof Table>;
}

/** What is not as usual of the fields of a table. */
export function unusual(
  fields: Readonly<Record<string, Field>>,
  found: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const others = Object.entries(fields).filter(([name, { usual }]) => found[name] !== usual);
  return Object.fromEntries(others.map(([name]) => [name, found[name]]));
}

/** The fields that a patch says, without its details. */
export function fieldsOfPatch<Noun>(patch: Patch<Noun>): Partial<Omit<Noun, "details">> {
  const set = Object.entries(patch).filter(([name, value]) => {
    return name !== "details" && value !== undefined;
  });
  return Object.fromEntries(set) as Partial<Omit<Noun, "details">>;
}

/** Details that are there in a noun. */
export interface Detailed {
  readonly details?: Details | undefined;
}
