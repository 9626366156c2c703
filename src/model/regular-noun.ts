/**
 * Nouns of which every object is one regular document outside of workspaces. What all layers have to know of
 * one is said here once: commands and routes of the server, the description of the interface, who may read it,
 * the reader of data directories and the copy of a rehearsal follow it (CONTRIBUTING.md, "Adding a kind").
 */
import type { Details } from "./details.ts";
import type { NounDocument, Patch } from "./fields.ts";

/** A member of any such noun: a name and whatever its table has. */
export type RegularObject = {
  readonly name: string;
  readonly details?: Details | undefined;
} & Readonly<Record<string, unknown>>;

/** What a client says of one. */
export type RegularPatch = { readonly name?: string | undefined } & Patch<RegularObject>;

/** What a server says where a request is refused. */
export interface RegularRefusals {
  /** Nothing of that name is there to be read or removed. */
  readonly missing: (name: string) => string;
  /** Nothing of that name is there to be changed. */
  readonly unchangeable: (name: string) => string;
  readonly taken: (name: string) => string;
  readonly unnamed: string;
}

/** A file of a data directory that holds all objects of a noun. */
export interface StoredTogether {
  /** Relative to the data directory. */
  readonly file: string;
  /** Element of one. */
  readonly element: string;
  /** What stands in the file beside them, as long as it means nothing. */
  readonly usual: Readonly<Record<string, string>>;
}

/** A noun. `Member` names its element in lists, its paths and their parameter; with an `s`, the list. */
export interface RegularNoun<
  Noun,
  Member extends string = string,
  Segment extends string = string,
> {
  /** Kind in addresses. */
  readonly kind: string;
  readonly member: Member;
  /** First segment of its paths. */
  readonly segment: Segment;
  /** What people call one, in the middle of a sentence. */
  readonly label: string;
  readonly document: NounDocument<Noun>;
  /** Who may read it beside administrators. */
  readonly readers: "readers" | "administrators";
  /** Fields that every object must have filled, with what a server says where one is empty. */
  readonly required: Readonly<Partial<Record<keyof Noun & string, string>>>;
  readonly refusals: RegularRefusals;
  readonly stored?: StoredTogether;
}
