/** What all layers know of a noun of the interface; `nouns.ts` lists them. */
import type { Details } from "./details.ts";
import type { NounDocument, Patch } from "./schema.ts";

/** The accounts that read a noun besides administrators; see `server/catalog/access.ts`. */
export type Readership = "readers" | "administrators" | "workspace" | "contents" | "ruled";

/** A noun, by the name of its records. */
export interface Noun {
  /** Kind in addresses; null if a record is not an object or maps to several kinds of objects. */
  readonly kind: string | null;
  readonly readers: Readership;
  /**
   * What it is of a workspace that it can be in. Settings are removed with the workspace and do not
   * prevent its removal.
   */
  readonly of?: "contents" | "settings";
  /** Path of the list; an object is one segment below. Absent if paths are irregular. */
  readonly list?: string;
  /** Path parameter with the name of an object, if it is not called like the record. */
  readonly parameter?: string;
}

/** An object of a noun without irregular parts: a name and the fields of a table. */
export type PlainObject = {
  readonly name: string;
  readonly details?: Details | undefined;
} & Readonly<Record<string, unknown>>;

/** A change of such an object. */
export type PlainPatch = { readonly name?: string | undefined } & Patch<PlainObject>;

/** A noun of which every object is one document outside of workspaces, without irregular parts. */
export interface PlainNoun<Value> extends Noun {
  readonly kind: string;
  readonly list: string;
  /** Display name inside a sentence. */
  readonly label: string;
  readonly document: NounDocument<Value>;
  /** Required fields, with error messages. */
  readonly required: Readonly<Partial<Record<keyof Value & string, string>>>;
  /** Error messages of the server. */
  readonly refusals: {
    /** For reading or deleting an unknown name. */
    readonly missing: (name: string) => string;
    /** For changing an unknown name. */
    readonly unchangeable: (name: string) => string;
    readonly taken: (name: string) => string;
    readonly unnamed: string;
  };
  /** A data directory file with all objects of the noun. */
  readonly stored?: {
    /** Relative to the data directory. */
    readonly file: string;
    /** Element of one object. */
    readonly element: string;
    /** Other entries, without meaning at these values. */
    readonly usual: Readonly<Record<string, string>>;
  };
}
