/** What a kind of documents says of itself; `document-kind.ts` makes the kind of it. */
import type { z } from "zod";
import type { Address } from "../../../model/address.ts";
import type { Diagnostic, Position } from "../../../model/diagnostic.ts";
import type { Around } from "../../around.ts";
import type { KeptSettings } from "../../../wire/kept-settings.ts";
import type { Tree } from "../../../wire/tree.ts";
import type {
  AccessEffects,
  Answers,
  ArtefactSource,
  Cascade,
  Departure,
  Facts,
  KindContext,
  Listing,
  Live,
  Manifest,
  ManifestExample,
  NotGiven,
  Resource,
  Step,
  WriteRequest,
} from "../../kind.ts";
import type { DocumentFields, Members } from "./fields.ts";
import type { PlacedTerm, Term } from "./terms.ts";

/** A declared document. */
export interface DocumentPayload<Declared> {
  readonly declared: Declared;
  readonly bodyLater: ArtefactSource["bodyLater"];
  readonly terms: readonly PlacedTerm[];
  /** Layers that come with it and show less by their own manifests than new ones do. */
  readonly toHide?: readonly Address[];
}

/** Paths of the documents of a kind; facts are those that are always observed. */
export interface DocumentPaths {
  readonly read: (address: Address, suffix: string) => string;
  readonly collection: (address: Address, facts: Facts) => string;
  readonly single: (address: Address, facts: Facts) => string;
}

/** What is known of a document that may belong to another kind. */
export interface ForeignCase<Declared> {
  readonly address: Address;
  /** Absent where no manifest declares it any more. */
  readonly declared: Declared | undefined;
}

/** What differs between kinds of documents. */
export interface DocumentKind<Spec, Declared> {
  readonly name: string;
  readonly description: string;
  /** Set where objects lie in no workspace. */
  readonly workspace?: "none";
  readonly spec: () => z.ZodType<Spec>;
  readonly example: ManifestExample;
  readonly requests: readonly WriteRequest[];
  readonly weight: number;
  /** What people call one. */
  readonly noun: string;
  /** Root element of its document. */
  readonly root: string;
  readonly fields: DocumentFields<Declared>;
  /** What of a spec counts; what is wrong with it is reported. */
  readonly read: (
    manifest: Manifest<Spec>,
    files: ArtefactSource,
  ) => Promise<{
    readonly declared: Declared;
    /** As `Resource.notGiven`. */
    readonly notGiven?: readonly NotGiven[];
    readonly diagnostics: readonly Diagnostic[];
  }>;
  /** Values of a spec that servers have to know. */
  readonly terms?: (spec: Spec) => readonly Term[];
  /** As `Resource.assumed`. */
  readonly assumed?: (declared: Declared) => Facts;
  /** Addresses that must be there before this one; the workspace where nothing else is said. */
  readonly requires?: (address: Address, declared: Declared) => readonly Address[];
  readonly brings?: (address: Address) => readonly Address[];
  /** As `Resource.sets`. */
  readonly sets?: (manifest: Manifest<Spec>) => Iterable<readonly [string, Position]>;
  /**
   * What an object lives in, under the addresses of all kinds that may declare it; the workspace where nothing
   * else is said.
   */
  readonly livesIn?: (address: Address, document: Tree) => readonly Address[];
  /** Facts that are always observed, because requests depend on them. */
  readonly always?: (document: Tree) => Facts;
  /** Facts about what is inside an object, where its document does not show it. */
  readonly inside?: (context: KindContext, address: Address) => Promise<Facts>;
  /** As that of a kind. */
  readonly contains?: (live: Live) => readonly Address[];
  /** As that of a kind. */
  readonly list?: Listing;
  /** Says of a document that belongs to another kind what it is. */
  readonly foreign?: (document: Tree, about: ForeignCase<Declared>) => string | undefined;
  readonly paths: DocumentPaths;
  /** Members of the body of a new one, besides those of the fields; `said` are the names of others. */
  readonly initial?: (address: Address, names: readonly string[]) => Members;
  /** Set where a server enables what is posted, whatever the body says (docs/compatibility.md). */
  readonly postedEnabled?: true;
  /**
   * Set where a stock server forgets what the body of a change leaves out: a change says the whole document
   * (docs/compatibility.md, "Cascaded stores and layers").
   */
  readonly isChangedWhole?: true;
  /**
   * Set where a stock server takes the projection policy of a new one from the data, unless the request
   * says the system too (docs/compatibility.md).
   */
  readonly policyFollowsData?: true;
  /** Elements of documents that its fields say; of stores and what they publish all are known. */
  readonly elements?: ReadonlySet<string>;
  /** As that of a kind; the layer that comes with an object, or all that a store publishes, when absent. */
  readonly scope?: AccessEffects["scope"];
  /** As that of a kind. */
  readonly dangers?: AccessEffects["dangers"];
  /** As that of a kind. */
  readonly explain?: Answers["explain"];
  /** What somebody set of a document, which is said again when the object is recreated. */
  readonly keeps?: (document: Tree, context: KindContext) => KeptSettings;
  /** Deletes an object of which the layer is in layer groups. */
  readonly removeWithDependents?: (live: Live) => readonly Step[];
  /** What a deletion removes along, in words; absent where that is nothing. */
  readonly takes?: string;
  /** Further warnings about what is about to be sent (`Review.lint`). */
  readonly lint?: (
    resources: readonly Resource<DocumentPayload<Declared>>[],
    around: Around<DocumentPayload<Declared>>,
  ) => readonly Diagnostic[];
  /** As that of a kind, with its fields. */
  readonly cascades?: (
    context: KindContext,
    live: Live,
    declared: readonly Resource<DocumentPayload<Declared>>[],
    about: Departure & { readonly fields: DocumentFields<Declared> },
  ) => Promise<Cascade>;
}

/** Name of the fact that distinguishes objects of the kind from those that belong to another one. */
export const KIND_MARKER = "sort";
