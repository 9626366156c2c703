/** The description of a settings kind, from which `settings-kind.ts` makes the kind. */
import type { Address } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Scope } from "../../../model/exposure.ts";
import type { SettingValues } from "../../../model/setting.ts";
import type { PlacedParts } from "../../../model/schema.ts";
import type { Tree } from "../../../wire/tree.ts";
import type {
  ArtefactSource,
  Danger,
  DangerousChange,
  Manifest,
  ManifestExample,
  WriteRequest,
} from "../../kind.ts";
import type { DeclaredSettings, SettingsSpec } from "./spec.ts";

export interface SettingsPayload {
  readonly declared: DeclaredSettings;
  readonly bodyLater: ArtefactSource["bodyLater"];
}

export interface SettingsPlace {
  /** As XML. */
  readonly read: string;
  readonly put: string;
  readonly root: string;
  readonly table: PlacedParts;
  /** A new document of a workspace is a copy of it. */
  readonly origin?: {
    readonly address: Address;
    /** As XML. */
    readonly read: string;
    readonly content: (document: Tree) => Tree;
  };
}

/** What differs between settings kinds. */
export interface SettingsKind {
  readonly name: string;
  readonly description: string;
  readonly workspace: "optional" | "none";
  readonly table: PlacedParts;
  readonly example: ManifestExample;
  readonly requests: readonly WriteRequest[];
  readonly weight: number;
  readonly title: (address: Address) => string;
  /** Settings that belong to other names are reported by the table of the place. */
  readonly nameProblems: (manifest: Manifest<SettingsSpec>) => readonly Diagnostic[];
  readonly place: (address: Address) => SettingsPlace;
  /** Whether a body may hold only changes; else it holds the whole document. */
  readonly keepsUnsaid: boolean;
  /** Whether a document is the workspace's own, not a stand-in for a missing one. */
  readonly isOwn?: (document: Tree) => boolean;
  readonly fresh: (address: Address) => SettingValues;
  readonly passedOver: readonly string[];
  /** Set where workspaces can have settings of their own. */
  readonly isRemovable?: true;
  /** All possible addresses in a workspace, or outside of all. */
  readonly named: (workspace: string | null) => readonly Address[];
  readonly scope?: (address: Address) => Scope;
  readonly dangers: (change: DangerousChange) => readonly Danger[];
}
