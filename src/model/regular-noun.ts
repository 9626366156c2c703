/**
 * Nouns with one regular global document per object. One declaration drives commands, routes, API
 * description, read access, data directory reader and rehearsal copy (CONTRIBUTING.md, "Adding a
 * kind").
 */
import type { Details } from "./details.ts";
import type { NounDocument, Patch } from "./schema.ts";

/** Any such object: a name and its table's fields. */
export type RegularObject = {
  readonly name: string;
  readonly details?: Details | undefined;
} & Readonly<Record<string, unknown>>;

/** A change of such an object. */
export type RegularPatch = { readonly name?: string | undefined } & Patch<RegularObject>;

/** Error messages of the server. */
export interface RegularRefusals {
  /** For reading or deleting an unknown name. */
  readonly missing: (name: string) => string;
  /** For changing an unknown name. */
  readonly unchangeable: (name: string) => string;
  readonly taken: (name: string) => string;
  readonly unnamed: string;
}

/** A data directory file with all objects of a noun. */
export interface StoredTogether {
  /** Relative to the data directory. */
  readonly file: string;
  /** Element of one object. */
  readonly element: string;
  /** Other entries, without meaning at these values. */
  readonly usual: Readonly<Record<string, string>>;
}

/** `Member` names list element, path and path parameter; with an `s`, the list. */
export interface RegularNoun<
  Noun,
  Member extends string = string,
  Segment extends string = string,
> {
  /** Kind in addresses. */
  readonly kind: string;
  readonly member: Member;
  /** First path segment. */
  readonly segment: Segment;
  /** Display name inside a sentence. */
  readonly label: string;
  readonly document: NounDocument<Noun>;
  /** Readers besides administrators. */
  readonly readers: "readers" | "administrators";
  /** Required fields, with error messages. */
  readonly required: Readonly<Partial<Record<keyof Noun & string, string>>>;
  readonly refusals: RegularRefusals;
  readonly stored?: StoredTogether;
}
