/**
 * The stages of a plan. Each is the one before it, whole, with what it found out: a function that is given a
 * stage may use all that is named up to there, and nothing else is known of a plan.
 */
import type { Address } from "../../../model/address.ts";
import type { AddressMap } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Facts, Loss, Resource } from "../../kind.ts";
import type { CascadeResult } from "./cascades.ts";
import type { Continuations } from "./continuations.ts";
import type { PlanSettings } from "./input.ts";
import type { Part } from "./part.ts";
import type { LiveState } from "./observe.ts";
import type { Operation } from "./order.ts";
import type { Change, LeftAlone, PlannedStep } from "./plan.ts";
import type { Renamed as Renames } from "./renames.ts";
import type { Handover, Rival } from "./unique.ts";

/** What the plan is about was read: what is declared by what may be done with it, what is there, what is owned. */
export interface Observed extends PlanSettings, Part {
  readonly live: LiveState;
  /** Facts last applied; the keys are what the estate owns. */
  readonly owned: AddressMap<Facts>;
}

/** Objects that get other names are known by the new ones; `context` knows the names too. */
export interface Renamed extends Observed, Pick<Renames, "former" | "remade"> {
  /** What there is to be told, in the order of the stages. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What is wanted was compared with what is there, and what has to wait was taken out. */
export interface Compared extends Renamed {
  readonly changes: readonly Change[];
  /** Resources of which the plan may do something. */
  readonly resources: AddressMap<Resource>;
  readonly orphans: readonly Address[];
  /** What was taken out. */
  readonly leftAlone: readonly LeftAlone[];
  /** What is told of that. */
  readonly waiting: readonly Diagnostic[];
  readonly continuations: Continuations;
}

/** What deletions take along is known, and what of it comes back; changes are in order of their addresses. */
export interface Cascaded extends Compared, Omit<CascadeResult, "changes"> {
  /** What an earlier run took along, and the plan brings back. */
  readonly recovers: readonly Loss[];
}

/** What has to precede what is known: operations are in order. */
export interface Ordered extends Cascaded {
  /** What uses something that the plan deletes. */
  readonly users: LiveState;
  readonly handovers: readonly Handover[];
  readonly rivals: readonly Rival[];
  /** None where declared objects require each other in a circle. */
  readonly operations: readonly Operation[];
}

/** Operations became requests. */
export interface Described extends Ordered {
  readonly steps: readonly PlannedStep[];
}
