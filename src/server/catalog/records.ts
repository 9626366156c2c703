/** What the catalog remembers of each noun. Names and workspaces are keys, kept outside the values. */
import type { StyleFormat, StyleVersion } from "../../model/style.ts";

/** A style named from a layer. */
export interface StyleKey {
  readonly workspace: string | null;
  readonly name: string;
}

/** Values by kind of record; every one is plain JSON. */
export interface RecordValues {
  readonly workspace: { readonly uri: string; readonly isolated: boolean };
  readonly "data-store": {
    readonly storeType: string;
    readonly description: string | null;
    readonly enabled: boolean;
    readonly isDefault: boolean;
    /** Secret parameters are sealed before they come here. */
    readonly parameters: Readonly<Record<string, string>>;
  };
  readonly "feature-type": {
    readonly store: string;
    readonly nativeName: string;
    readonly title: string;
    readonly enabled: boolean;
  };
  readonly layer: {
    /** What it shows: a feature type (VECTOR) or a coverage (RASTER) of the layer's name. */
    readonly type: "VECTOR" | "RASTER";
    readonly store: string;
    readonly defaultStyle: StyleKey;
    readonly styles: readonly StyleKey[];
    readonly enabled: boolean;
    readonly queryable: boolean;
    readonly opaque: boolean;
  };
  readonly style: {
    readonly format: StyleFormat;
    readonly version: StyleVersion;
    readonly fileName: string;
    readonly legend: {
      readonly width: number;
      readonly height: number;
      readonly format: string;
      readonly onlineResource: string;
    } | null;
  };
  readonly "access-rule": { readonly roles: readonly string[] };
  readonly setting: { readonly text: string };
  readonly account: {
    /** PHC string. */
    readonly hash: string;
    readonly enabled: boolean;
    /** Roles given to the account itself; those of its groups come on top. */
    readonly roles: readonly string[];
    readonly groups: readonly string[];
  };
  readonly "account-group": { readonly enabled: boolean; readonly roles: readonly string[] };
  /** The key that seals store passwords, wrapped by the keystore password. */
  readonly keystore: {
    /** argon2id: KiB of memory, passes, lanes, and the salt in base64. */
    readonly memory: number;
    readonly passes: number;
    readonly parallelism: number;
    readonly salt: string;
    /** AES-256-GCM: nonce, cipher text and tag, in base64. */
    readonly wrapped: string;
  };
  /** A role that is not built in; who has it stands in accounts and groups. */
  readonly role: Readonly<Record<string, never>>;
}

/** Kind of a record. */
export type RecordKind = keyof RecordValues;

/** A record with its key and dates (ISO 8601); `modified` is null until the first change. */
export interface Stored<Kind extends RecordKind> {
  readonly workspace: string | null;
  readonly name: string;
  readonly value: RecordValues[Kind];
  readonly created: string;
  readonly modified: string | null;
}
