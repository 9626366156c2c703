/** What a kind of settings says of itself; `settings-kind.ts` makes the kind of it. */
import type { Address } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Scope } from "../../../model/exposure.ts";
import type { SettingTable, SettingValues } from "../../../model/setting.ts";
import type { Tree } from "../../../wire/tree.ts";
import type {
  ArtefactSource,
  Danger,
  DangerousChange,
  Listing,
  Manifest,
  ManifestExample,
  Step,
  WriteRequest,
} from "../../kind.ts";
import type { DeclaredSettings, SettingsSpec } from "./spec.ts";

/** Declared settings. */
export interface SettingsPayload {
  readonly declared: DeclaredSettings;
  readonly bodyLater: ArtefactSource["bodyLater"];
}

/** Where a document is read and put, and what it holds. */
export interface SettingsPlace {
  /** As XML. */
  readonly read: string;
  readonly put: string;
  /** Root element. */
  readonly root: string;
  readonly table: SettingTable;
  /** What a new document of a workspace is made of: the one of the server, in the same form. */
  readonly origin?: {
    readonly address: Address;
    /** Path of its document, as XML. */
    readonly read: string;
    readonly content: (document: Tree) => Tree;
  };
}

/** What differs between kinds of settings. */
export interface SettingsKind {
  readonly name: string;
  readonly description: string;
  readonly workspace: "optional" | "none";
  /** Every setting that one of its documents has. */
  readonly table: SettingTable;
  readonly example: ManifestExample;
  readonly requests: readonly WriteRequest[];
  readonly weight: number;
  /** What people call one. */
  readonly title: (address: Address) => string;
  /** What is wrong with a name; the settings of other names are reported by the table of the place. */
  readonly nameProblems: (manifest: Manifest<SettingsSpec>) => readonly Diagnostic[];
  readonly place: (address: Address) => SettingsPlace;
  /** Whether a body may say only what changes; else it says the whole document. */
  readonly keepsUnsaid: boolean;
  /** Whether a document is that of a workspace, and no stand-in for one that is not there. */
  readonly isOwn?: (document: Tree) => boolean;
  /** What one of the server is like in a new catalog. */
  readonly fresh: (address: Address) => SettingValues;
  /** Elements that mean nothing here, beside those of the table. */
  readonly passedOver: readonly string[];
  /** Deletes what a workspace has for itself; absent where none has. */
  readonly remove?: (address: Address) => readonly Step[];
  /** Every address that one may have in a workspace, or outside of all, whether it is there or not. */
  readonly named: (workspace: string | null) => readonly Address[];
  readonly list: Listing;
  /** What one decides over, beside its workspace. */
  readonly scope?: (address: Address) => Scope;
  readonly dangers: (change: DangerousChange) => readonly Danger[];
}
