/**
 * Field tables: each noun declares its fields once, without behaviour. The codec (`wire/codec.ts`),
 * patches, digests, kinds and the data directory reader follow them.
 */
import type { Details, DetailsChange } from "./details.ts";
import type { Exposure } from "./exposure.ts";

/** How documents represent a field; `wire/codec.ts` implements it. */
export type FieldType =
  | "flag"
  /** An integer. */
  | "number"
  /** A name or choice, trimmed; may be empty. */
  | "word"
  /** The same; empty means absent. */
  | "filled-word"
  /** The same; null or empty clears it. */
  | "optional-filled-word"
  /** An untrimmed text; may be empty. */
  | "text"
  /** The same; blank means absent. */
  | "filled-text"
  /** The same; null clears it. */
  | "optional-text"
  /** The name of another object. */
  | "reference"
  /** The same, ignoring the workspace. */
  | "reference-inside"
  | "style"
  | "styles"
  /** Texts by key. */
  | "entries";

/** A field of a noun. */
export interface Field<Value = unknown> {
  readonly type: FieldType;
  /** Name of its element, if different. */
  readonly element?: string;
  /** Another name in bodies, which takes precedence. */
  readonly alias?: string;
  /** Default value. */
  readonly usual?: Value;
  /** Servers reset the field when an update omits it, so updates always include it. */
  readonly isUsualWhenUnsaid?: true;
  /** Allowed values. */
  readonly values?: readonly (Value & string)[];
  /** Documentation for manifests, as a sentence. */
  readonly means?: string;
  /** What its values show or hide; absent if nothing. */
  readonly exposure?: Exposure;
}

/** Fields that a body may set, in digest order. */
export type FieldTable<Noun> = { readonly [Name in keyof Noun]?: Field<Noun[Name]> };

/** A regular document. */
export interface NounDocument<Noun> {
  /** The root element. */
  readonly root: string;
  readonly fields: FieldTable<Noun>;
  /** Allowed elements in order; other kept elements follow. */
  readonly elements: ReadonlySet<string>;
  /** Elements that only servers write, besides dates. */
  readonly written: readonly string[];
}

/**
 * A change: undefined fields stay, null clears, lists and maps are replaced. `details` have no
 * field.
 */
export type Patch<Noun> = {
  readonly [Name in Exclude<keyof Noun, "details">]?: Noun[Name] | undefined;
} & { readonly details?: DetailsChange | undefined };

/** A noun with ISO 8601 dates; `modified` is null until the first change. */
export type Dated<Noun> = Noun & { readonly created: string; readonly modified: string | null };

/** The words of a text, in order. */
export function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

type Usual<Table> = {
  readonly [
    Name in keyof Table as Table[Name] extends { readonly usual: unknown } ? Name : never
  ]: Table[Name] extends { readonly usual: infer Value } ? Value : never;
};

/** Default values of a table. */
export function usualOf<const Table extends Readonly<Record<string, Field>>>(
  fields: Table,
): Usual<Table> {
  const usual = Object.entries(fields).filter(([, field]) => field.usual !== undefined);
  return Object.fromEntries(usual.map(([name, field]) => [name, field.usual])) as Usual<Table>;
}

/** A noun's fields of a table. */
export function partOf<const Table extends Readonly<Record<string, Field>>, Noun extends object>(
  fields: Table,
  noun: Noun,
): Pick<Noun, keyof Noun & keyof Table> {
  const known = Object.entries(noun).filter(([name]) => Object.hasOwn(fields, name));
  return Object.fromEntries(known) as Pick<Noun, keyof Noun & keyof Table>;
}

/** Values that differ from the table's defaults. */
export function unusual(
  fields: Readonly<Record<string, Field>>,
  found: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const others = Object.entries(fields).filter(([name, { usual }]) => found[name] !== usual);
  return Object.fromEntries(others.map(([name]) => [name, found[name]]));
}

/** The set fields of a patch, without details. */
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
