/**
 * A history: what happens to one server, step by step, as plain data. Who draws it, runs it and makes it
 * shorter shares nothing else, so that a history that was printed can be run again.
 */
import type { Prune } from "../../src/reconciler/engine/plan/scope.ts";
import type { serverNames } from "../support/servers/servers.ts";

/** A file beside manifests, as what it is made of. */
export type Artefact =
  | { readonly text: string }
  | { readonly sld: string }
  | { readonly css: string }
  | { readonly mapping: readonly string[]; readonly uri: string; readonly comment?: string }
  | { readonly indexer: readonly string[] }
  | { readonly raster: number; readonly bits?: 16 }
  | { readonly png: number };

/** The head of a manifest. */
export interface Metadata {
  readonly name: string;
  readonly workspace?: string;
  readonly previousName?: string;
}

/** A manifest with the files that belong to it alone. */
export interface Thing {
  readonly kind: string;
  readonly metadata: Metadata;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Artefact>>;
}

/** Something that somebody else does: a request, or a change of rules, which servers take in different ways. */
export type Edit =
  | {
      readonly method: "POST" | "PUT" | "DELETE";
      readonly path: string;
      readonly type?: string;
      readonly body?: string | Artefact;
    }
  | {
      readonly rules: "layers" | "services" | "rest";
      /** Roles by key; null takes a rule away. */
      readonly set: Readonly<Record<string, readonly string[] | null>>;
    };

/** What becomes of a request. */
export const faultNames = [
  "cut before",
  "cut after",
  "answered 500 before",
  "answered 500 after",
  "answered 503",
  "answered 429",
  "answered by a page",
  "cut short",
  "slow",
  "delivered twice, first answer",
  "delivered twice, second answer",
  "killed before",
  "killed after",
] as const;

/** Name of a fault. */
export type FaultName = (typeof faultNames)[number];

/** Which request of a run a fault meets. */
export interface Target {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  /** How many such requests of the run come before it. */
  readonly nth: number;
}

/** A fault of one run: of the request at this share (0 to 1) of those that the undisturbed run sends, or of this one. */
export interface Fault {
  readonly name: FaultName;
  /** Which requests the share counts. */
  readonly among: "reads" | "writes" | "state";
  readonly at: number | Target;
}

/** One commit or edit with its apply. */
export interface Step {
  /** Description. */
  readonly about: string;
  readonly estate: string;
  /** All that the estate declares from then on. */
  readonly things: readonly Thing[];
  readonly prune: Prune;
  /** Workspaces that are pruned as a whole. */
  readonly scope?: readonly string[];
  /** The part that is applied; all of it when absent. */
  readonly only?: readonly string[];
  /** What others do before it. */
  readonly edits: readonly Edit[];
  /** Faults of the first runs, in their order; the run after them is undisturbed. */
  readonly runs: readonly (readonly Fault[])[];
}

/** All that happens. */
export interface History {
  readonly server: (typeof serverNames)[number];
  /** What others make before the first step. */
  readonly theirs: readonly Edit[];
  readonly steps: readonly Step[];
}
