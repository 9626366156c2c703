/** The input of a plan, and its stages: each adds its findings to the previous one. */
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
  AnyKind,
  DangerName,
  KindContext,
  ClosingStep,
  ExclusiveScope,
} from "../../kind.ts";
import type { LiveState } from "./observe.ts";
import type { Clash, Operation, Precedence } from "./operation.ts";
import type { Governed } from "./lifecycle.ts";
import type { Change, SelectionOfPlan, SkippedObject, PlannedStep } from "./plan.ts";
import type { PartOf } from "./selection.ts";
import type { Inventory } from "../../inventory/inventory.ts";
import type { Owners } from "../../inventory/owners.ts";
import type { ChangeLimits } from "./change-limits.ts";
import type { IgnoreRule } from "./ignore.ts";
import type { Prune, PruneScope } from "./scope.ts";

export interface PlanSettings {
  readonly estate: string;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  /** Objects that an interrupted run deleted and did not restore. */
  readonly journal: readonly CascadeEffect[];
  /** Closing requests that an interrupted run did not send. */
  readonly unsent: readonly ClosingStep[];
  /** Temporary objects of an interrupted run. */
  readonly journaled: readonly Temporary[];
  readonly owners: Owners;
  readonly prune: Prune;
  readonly scope: PruneScope | undefined;
  readonly allow: ReadonlySet<DangerName>;
  /** Objects to leave unchanged, with the reason; they stay owned. */
  readonly skip?: AddressMap<string> | undefined;
  readonly changeLimits?: ChangeLimits | undefined;
  /** The whole estate when absent. */
  readonly part?: PartOf | undefined;
  /** Objects to recreate although nothing differs. */
  readonly replace?: AddressSet | undefined;
  /** Objects that an interrupted run was about to own; loaded only where needed. */
  readonly claimed?: AddressSet | undefined;
}

/** Everything a plan is made from. */
export interface PlanInput extends PlanSettings {
  readonly resources: readonly Resource[];
  readonly exclusiveScopes: readonly ExclusiveScope[];
  readonly inventory: Inventory;
  readonly ignore?: readonly IgnoreRule[] | undefined;
}

/** What a plan covers of an estate. */
export interface Part {
  readonly governed: Governed;
  readonly ownedAddresses: readonly Address[];
  readonly undeclared: readonly Address[];
  /** Declared or owned objects that are not selected. */
  readonly others: readonly Address[];
  /** Undefined for a plan over everything. */
  readonly selection: SelectionOfPlan | undefined;
}

export interface Observed extends PlanSettings, Part {
  readonly live: LiveState;
  /** Facts last applied; the keys are what the estate owns. */
  readonly owned: AddressMap<Facts>;
  /** With the reason. */
  readonly unreadable: AddressMap<string>;
  /** Objects whose change needs something unreadable. */
  readonly stuck: AddressSet;
}

/** Renamed objects have their new names, also in `context`. */
export interface Renamed extends Observed {
  /** Former addresses of objects renamed in place, by the new ones. */
  readonly former: AddressMap<Address>;
  /** New addresses of recreated objects, by the former ones. */
  readonly remade: AddressMap<Address>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Compared extends Renamed {
  readonly changes: readonly Change[];
  readonly resources: AddressMap<Resource>;
  /** By their parts, and by what they bring. */
  readonly holders: AddressMap<Resource>;
  readonly orphans: readonly Address[];
  readonly skipped: readonly SkippedObject[];
  readonly skipWarnings: readonly Diagnostic[];
  readonly continuations: Continuations;
}

export interface Continuations {
  /** The deleted object that a created one continues. */
  readonly before: (address: Address) => Address | undefined;
  /** The object that continues a deleted one. */
  readonly after: (address: Address) => Address | undefined;
}

/** Changes are sorted by address. */
export interface Cascaded extends Compared {
  readonly effects: readonly CascadeEffect[];
  readonly alsoDeleted: readonly AlsoDeletedBy[];
  /**
   * Objects that both the plan and cascades delete, with every deletion needed until they are gone.
   */
  readonly implicitDeletions: readonly ImplicitDeletion[];
  readonly cascades: AddressMap<Cascade>;
  /** Deletions of objects with dependents. */
  readonly withDependents: AddressSet;
  /** Losses of an earlier run that the plan restores. */
  readonly resumes: readonly CascadeEffect[];
  readonly temporaries: Temporaries;
}

/** Temporary objects of this plan, and leftovers of earlier runs. */
export interface Temporaries {
  readonly made: readonly Temporary[];
  readonly left: readonly Temporary[];
}

export type AlsoDeletedBy = AlsoDeleted & { readonly by: Address };

/** An object that needs no deletion of its own; it can need several others. */
export interface ImplicitDeletion {
  readonly address: Address;
  readonly by: Address;
}

export interface Ordered extends Cascaded {
  /** Users of what the plan deletes. */
  readonly users: LiveState;
  readonly handovers: readonly Handover[];
  readonly rivals: readonly Rival[];
  /** Empty where declared objects form a cycle. */
  readonly operations: readonly Operation[];
  readonly exposed: Exposed;
}

/** What is visible between two operations, in whatever order. */
export interface Exposed {
  /** Visibility orders that gave way to requirements. */
  readonly gaveWay: readonly Precedence[];
  readonly clashes: readonly Clash[];
}

/** A unique value that passes from one object to another. */
export interface Handover {
  readonly giver: Address;
  readonly taker: Address;
}

/** A unique value that another object keeps. */
export interface Rival {
  readonly taker: Address;
  readonly holder: Address;
  /** The value, with what it is. */
  readonly what: string;
}

export interface Described extends Ordered {
  readonly steps: readonly PlannedStep[];
}

/** What most guards get: they cannot ask the server. */
export type Offline = Omit<Described, "context">;
