/**
 * Schemas of documents: each noun declares the parts of its document once, without behaviour. The
 * codec (`wire/part-codecs.ts`), patches, merges, digests, kinds, API description and the data
 * directory reader follow them.
 */
import type { Details, DetailsChange } from "./details.ts";
import type { Exposure } from "./exposure.ts";

/** How documents represent a part; `wire/part-codecs.ts` implements it. */
export type PartType =
  | "flag"
  /** An integer; anything else is refused. */
  | "count"
  /** Any number. */
  | "number"
  /** A name or choice, trimmed; may be empty. */
  | "word"
  /** The same; empty means absent. */
  | "filled-word"
  /** The same; null or empty clears it. */
  | "optional-filled-word"
  /** An untrimmed text, or one of some values; may be empty. */
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
  /** Connection parameters: texts by key, in order. */
  | "parameters"
  /** Texts by key. */
  | "entries"
  /** Values by key, each of its own type. */
  | "typed-entries"
  /** Unordered texts. */
  | "texts"
  /** The same with CRS codes, which may be numbers. */
  | "codes"
  | "versions"
  /** Texts with language and vocabulary. */
  | "keywords"
  /** By language. */
  | "languages"
  /** Codes that bodies hold with their authority. */
  | "systems"
  /** A number with a unit, in the server's own format. */
  | "measure"
  /** A word without white space. */
  | "token"
  /** An address that servers accept as a link. */
  | "link"
  /** Parts of an element; what a manifest leaves out is not there. */
  | "record"
  /** Elements of a list, each a record. */
  | "records"
  /** Parts of the document itself, under one name in manifests; what one leaves out stays. */
  | "group"
  /** How each version of GML is written. */
  | "gml";

/** A part of a document. */
export interface Part<Value = unknown> {
  readonly type: PartType;
  /**
   * Path of elements in its document, joined by slashes; by default its name. `@key` is an entry
   * of a map.
   */
  readonly path?: string;
  /** Name of the elements of a list. */
  readonly item?: string;
  /** Parts of a structured value. */
  readonly parts?: Parts;
  /** The text of a record in plans; by default its values, joined by spaces. */
  readonly says?: (record: PartTexts) => string;
  readonly isRequired?: true;
  /** Set for keys and passwords. */
  readonly isSecret?: true;
  /** Set where servers derive the value from data. */
  readonly isFoundOut?: true;
  /** Another name in bodies, which takes precedence. */
  readonly alias?: string;
  /** The value if a document does not show it. */
  readonly usual?: Value;
  /** Servers reset the part when an update omits it, so updates always include it. */
  readonly isUsualWhenUnsaid?: true;
  /** Allowed values. */
  readonly values?: readonly (Value & string)[];
  readonly least?: number;
  readonly most?: number;
  /** Set for numbers that may have decimals. */
  readonly isBroken?: true;
  /** An ignored end of a text. */
  readonly idleEnd?: RegExp;
  /** Stock servers can leave it out; otherwise an omitted flag is false, a number 0. */
  readonly nullable?: true;
  /** Written by stock servers after the document's first change. */
  readonly springs?: Value;
  /** Documentation for manifests, as a sentence. */
  readonly means?: string;
  /** What its values show or hide; absent if nothing. */
  readonly exposure?: Exposure;
}

/** Texts of a record by manifest name. */
export type PartTexts = Readonly<Record<string, string>>;

/** Parts of a document by manifest name. */
export type Parts = Readonly<Record<string, Part>>;

/** A structured value. */
export type SettingRecord = Readonly<Record<string, string | number | boolean>>;

/** A value; maps are records by key. */
export type SettingValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly SettingRecord[]
  | Readonly<Record<string, string | number | boolean | SettingRecord>>;

/** A part of a map in a manifest: null removes an entry. */
export type SaidRecord = Readonly<Record<string, string | number | boolean | null>>;

/** A part at a path, with a value that catalogs keep by path. */
export interface PlacedPart extends Part<SettingValue> {
  readonly path: string;
  readonly values?: readonly string[];
}

/** Parts in element order; `a.b` is member `b` of object `a`. */
export type PlacedParts = Readonly<Record<string, PlacedPart>>;

/** A part of a type at a path. */
export function part(
  type: PartType,
  path: string,
  rest: Omit<PlacedPart, "type" | "path"> = {},
): PlacedPart {
  return { type, path, ...rest };
}

/** Moves a table into an element. */
export function inside<const Table extends PlacedParts>(element: string, table: Table): Table {
  const moved = Object.entries(table).map(([name, one]) => {
    return [name, { ...one, path: `${element}/${one.path}` }] as const;
  });
  return Object.fromEntries(moved) as Table;
}

/** Objects around a part, outermost first. */
export function objectsAround({ path }: Pick<PlacedPart, "path">): readonly string[] {
  const elements = path.split("/").slice(0, -1);
  return elements.map((_element, index) => elements.slice(0, index + 1).join("/"));
}

/** Parts that a body may set, in digest order. */
export type PartsOf<Noun> = { readonly [Name in keyof Noun]?: Part<Noun[Name]> };

/** A regular document. */
export interface NounDocument<Noun> {
  /** The root element. */
  readonly root: string;
  readonly fields: PartsOf<Noun>;
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

/** The elements of a table's parts. */
export function elementsOf(table: Parts): readonly string[] {
  return Object.entries(table).map(([name, { path = name }]) => path);
}

type Usual<Table> = {
  readonly [
    Name in keyof Table as Table[Name] extends { readonly usual: unknown } ? Name : never
  ]: Table[Name] extends { readonly usual: infer Value } ? Value : never;
};

/** Default values of a table. */
export function usualOf<const Table extends Parts>(fields: Table): Usual<Table> {
  const usual = Object.entries(fields).filter(([, field]) => field.usual !== undefined);
  return Object.fromEntries(usual.map(([name, field]) => [name, field.usual])) as Usual<Table>;
}

/** A noun's fields of a table. */
export function partOf<const Table extends Parts, Noun extends object>(
  fields: Table,
  noun: Noun,
): Pick<Noun, keyof Noun & keyof Table> {
  const known = Object.entries(noun).filter(([name]) => Object.hasOwn(fields, name));
  return Object.fromEntries(known) as Pick<Noun, keyof Noun & keyof Table>;
}

/** Values that differ from the table's defaults. */
export function unusual(
  fields: Parts,
  found: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const others = Object.entries(fields).filter(([name, { usual }]) => found[name] !== usual);
  return Object.fromEntries(others.map(([name]) => [name, found[name]]));
}

/** Names of the keys and passwords of a table. */
export function secretsOf(fields: Parts): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.isSecret === true);
}

/** Seals the keys and passwords of a noun; an empty one stays. */
export function withSealed<Noun extends object>(
  fields: Parts,
  noun: Noun,
  seal: (text: string) => string,
): Noun {
  const found = noun as Readonly<Record<string, unknown>>;
  const sealed = secretsOf(fields).flatMap((name) => {
    const text = found[name];
    return typeof text === "string" && text !== "" ? [[name, seal(text)] as const] : [];
  });
  return { ...noun, ...Object.fromEntries(sealed) };
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
