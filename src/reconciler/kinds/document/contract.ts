/** The description of a document kind, from which `document-kind.ts` makes the kind. */
import type { z } from "zod";
import type { Address } from "../../../model/address.ts";
import type { Diagnostic, Position } from "../../../model/diagnostic.ts";
import type { Around } from "../../context.ts";
import type { KeptSettings } from "../../../wire/kept-settings.ts";
import type { RecalculatedRoot } from "../../../wire/recalculation.ts";
import type { Tree } from "../../../wire/tree.ts";
import type {
  AccessEffects,
  Answers,
  ArtefactSource,
  Cascade,
  Declared as OtherResources,
  Departure,
  Facts,
  KindContext,
  Listing,
  Live,
  Manifest,
  ManifestExample,
  NotGiven,
  Reach,
  Resource,
  Step,
  WriteRequest,
} from "../../kind.ts";
import type { PartHandlers, Members } from "../fields/contract.ts";
import type { PlacedTerm, Term } from "./terms.ts";

export interface DocumentPayload<Declared> {
  readonly declared: Declared;
  readonly bodyLater: ArtefactSource["bodyLater"];
  readonly terms: readonly PlacedTerm[];
  /** Layers that it brings and whose own manifests hide more than new layers do. */
  readonly toHide?: readonly Address[];
}

/** Paths of a kind's documents; `facts` are those of `always`. */
export interface DocumentPaths {
  readonly read: (address: Address, suffix: string) => string;
  readonly collection: (address: Address, facts: Facts) => string;
  readonly single: (address: Address, facts: Facts) => string;
}

export interface ForeignCase<Declared> {
  readonly address: Address;
  /** Absent where no manifest declares it. */
  readonly declared: Declared | undefined;
}

/** What differs between document kinds. */
export interface DocumentKind<Spec, Declared> {
  readonly name: string;
  readonly description: string;
  readonly workspace?: "none";
  readonly spec: () => z.ZodType<Spec>;
  readonly example: ManifestExample;
  readonly requests: readonly WriteRequest[];
  readonly weight: number;
  readonly noun: string;
  readonly root: string;
  /** Made when the kind is first met. */
  readonly fields: () => PartHandlers<Declared>;
  readonly read: (
    manifest: Manifest<Spec>,
    files: ArtefactSource,
  ) => Promise<{
    readonly declared: Declared;
    /** As `Resource.notGiven`. */
    readonly notGiven?: readonly NotGiven[];
    readonly diagnostics: readonly Diagnostic[];
  }>;
  /** Values of a spec that servers must know. */
  readonly terms?: (spec: Spec) => readonly Term[];
  /** As `Resource.assumed`. */
  readonly assumed?: (declared: Declared) => Facts;
  /** The workspace by default. */
  readonly requires?: (address: Address, declared: Declared) => readonly Address[];
  readonly brings?: (address: Address) => readonly Address[];
  /** As `Resource.sets`. */
  readonly sets?: (manifest: Manifest<Spec>) => Iterable<readonly [string, Position]>;
  /** The container, with the address of each kind that may declare it; by default the workspace. */
  readonly livesIn?: (address: Address, document: Tree) => readonly Address[];
  /** Facts that are always observed, because requests depend on them. */
  readonly always?: (document: Tree) => Facts;
  /** Facts about contents that the document does not show. */
  readonly inside?: (context: KindContext, address: Address) => Promise<Facts>;
  readonly contains?: (live: Live) => readonly Address[];
  readonly list?: Listing;
  /** The type of a document that belongs to another kind. */
  readonly foreign?: (document: Tree, about: ForeignCase<Declared>) => string | undefined;
  readonly paths: DocumentPaths;
  /** More members for a new body; `names` are the others. */
  readonly initial?: (address: Address, names: readonly string[]) => Members;
  /** Set where a server enables what is posted, whatever the body says (docs/compatibility.md). */
  readonly postedEnabled?: true;
  /**
   * Set where a stock server forgets what the body of a change leaves out, so the whole document
   * is sent (docs/compatibility.md, "Cascaded stores and layers").
   */
  readonly isChangedWhole?: true;
  /**
   * Set where a stock server takes the projection policy of a new object from its data, unless
   * the request names the system (docs/compatibility.md).
   */
  readonly policyFollowsData?: true;
  /** Elements that its fields cover; needed except for stores and what they publish. */
  readonly elements?: ReadonlySet<string>;
  /** Set where its bounds can follow its data, by their remembered facts. */
  readonly refresh?: {
    readonly root: RecalculatedRoot;
    readonly facts: (address: Address, declared: Declared, others: OtherResources) => Facts;
  };
  /** By default the layer that an object brings, or all that a store publishes. */
  readonly scope?: AccessEffects["scope"];
  readonly dangers?: AccessEffects["dangers"];
  readonly explain?: Answers["explain"];
  readonly reach?: Reach;
  /** The settings that are sent again when the object is recreated. */
  readonly keeps?: (document: Tree, context: KindContext) => KeptSettings;
  /** Deletes an object whose layer is in layer groups. */
  readonly removeWithDependents?: (live: Live) => readonly Step[];
  /** What a deletion removes too, in words. */
  readonly takes?: string;
  readonly lint?: (
    resources: readonly Resource<DocumentPayload<Declared>>[],
    around: Around<DocumentPayload<Declared>>,
  ) => readonly Diagnostic[];
  readonly cascades?: (
    context: KindContext,
    live: Live,
    declared: readonly Resource<DocumentPayload<Declared>>[],
    about: Departure & { readonly fields: PartHandlers<Declared> },
  ) => Promise<Cascade>;
}

/** The fact that tells objects of the kind from those of another one. */
export const KIND_MARKER = "sort";
