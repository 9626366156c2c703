/**
 * The stages of a plan. Each is the one before it, whole, with what it found out: a function that is given a
 * stage may use all that is named up to there, and nothing else is known of a plan.
 */
import type { Address } from "../../../model/address.ts";
import type { AddressMap, AddressSet } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type {
  Cascade,
  Facts,
  CascadeEffect,
  Resource,
  AlsoDeleted,
  Temporary,
} from "../../kind.ts";
import type { PlanSettings } from "./input.ts";
import type { LiveState } from "./observe.ts";
import type { Clash, Operation, Precedence } from "./operation.ts";
import type { Part } from "./part.ts";
import type { Change, SkippedObject, PlannedStep } from "./plan.ts";

/** What the plan is about was read: what is declared by what may be done with it, what is there, what is owned. */
export interface Observed extends PlanSettings, Part {
  readonly live: LiveState;
  /** Facts last applied; the keys are what the estate owns. */
  readonly owned: AddressMap<Facts>;
  /** What cannot be read, with the reason. */
  readonly unreadable: AddressMap<string>;
  /** Objects of which a change takes something that cannot be read. */
  readonly stuck: AddressSet;
}

/** Objects that get other names are known by the new ones; `context` knows the names too. */
export interface Renamed extends Observed {
  /** Former addresses of what is renamed in place, by the new ones. */
  readonly former: AddressMap<Address>;
  /** New addresses of what can only be deleted and recreated, by the former ones. */
  readonly remade: AddressMap<Address>;
  /** What there is to report, in the order of the stages. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What is wanted was compared with what is there, and what is skipped was taken out. */
export interface Compared extends Renamed {
  readonly changes: readonly Change[];
  /** Resources of which the plan may do something. */
  readonly resources: AddressMap<Resource>;
  /** Those by their parts, and by what comes with them. */
  readonly holders: AddressMap<Resource>;
  readonly orphans: readonly Address[];
  /** What is skipped. */
  readonly skipped: readonly SkippedObject[];
  /** What is reported of that. */
  readonly skipWarnings: readonly Diagnostic[];
  readonly continuations: Continuations;
}

/** Ways from an object to the one that it goes on as; undefined where nothing goes on. */
export interface Continuations {
  /** What an object that is created goes on from: it is deleted by the same plan. */
  readonly before: (address: Address) => Address | undefined;
  /** What an object that is deleted goes on as, under another address. */
  readonly after: (address: Address) => Address | undefined;
}

/** What deletions cascade to is known, and what of it comes back; changes are in order of their addresses. */
export interface Cascaded extends Compared {
  readonly effects: readonly CascadeEffect[];
  readonly alsoDeleted: readonly AlsoDeletedBy[];
  /** Objects that the plan deletes and that cascades delete, each with every deletion that it takes. */
  readonly implicitDeletions: readonly ImplicitDeletion[];
  /** All that each change cascades to. */
  readonly cascades: AddressMap<Cascade>;
  /** The deletions of what has dependents. */
  readonly withDependents: AddressSet;
  /** What cascades of an earlier run deleted, and the plan brings back. */
  readonly resumes: readonly CascadeEffect[];
  readonly temporaries: Temporaries;
}

/** What a plan makes for its own time, and what it finds of earlier ones. */
export interface Temporaries {
  readonly made: readonly Temporary[];
  readonly left: readonly Temporary[];
}

/** An object that a cascade deletes, whether it comes back or not. */
export type AlsoDeletedBy = AlsoDeleted & { readonly by: Address };

/** An object that needs no deletion of its own; it may take those of several others until it is gone. */
export interface ImplicitDeletion {
  readonly address: Address;
  readonly by: Address;
}

/** What has to precede what is known: operations are in order. */
export interface Ordered extends Cascaded {
  /** What uses something that the plan deletes. */
  readonly users: LiveState;
  readonly handovers: readonly Handover[];
  readonly rivals: readonly Rival[];
  /** None where declared objects require each other in a circle. */
  readonly operations: readonly Operation[];
  /** What is seen between two of them, whatever their order. */
  readonly exposed: Exposed;
}

/** What the order of a plan cannot hide. */
export interface Exposed {
  /** What had to give way to what operations need. */
  readonly gaveWay: readonly Precedence[];
  readonly clashes: readonly Clash[];
}

/** Something that goes from one object to another. */
export interface Handover {
  readonly giver: Address;
  readonly taker: Address;
}

/** An object that is to get what another one has too, and keeps. */
export interface Rival {
  readonly taker: Address;
  readonly holder: Address;
  /** What it is, with its value. */
  readonly what: string;
}

/** Operations became requests. */
export interface Described extends Ordered {
  readonly steps: readonly PlannedStep[];
}
