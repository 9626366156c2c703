/** What a plan is made from. */
import type { AddressMap, AddressSet } from "../../../model/address-map.ts";
import type { Inventory } from "../../inventory/inventory.ts";
import type { Owners } from "../../inventory/owners.ts";
import type {
  AnyKind,
  DangerName,
  KindContext,
  CascadeEffect,
  ClosingStep,
  Resource,
  ExclusiveScope,
  Temporary,
} from "../../kind.ts";
import type { ChangeLimits } from "./change-limits.ts";
import type { IgnoreRule } from "./ignore.ts";
import type { PartOf } from "./part.ts";
import type { Prune, PruneScope } from "./scope.ts";

/** What holds for a plan from its beginning to its end. */
export interface PlanSettings {
  readonly estate: string;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  /** What a run that was cut off deleted and did not bring back. */
  readonly journal: readonly CascadeEffect[];
  /** Requests that were to come last in a run that was cut off before them. */
  readonly unsent: readonly ClosingStep[];
  /** What a run that was cut off had put there for its own time. */
  readonly journaled: readonly Temporary[];
  /** What other estates own. */
  readonly owners: Owners;
  readonly prune: Prune;
  readonly scope: PruneScope | undefined;
  readonly allow: ReadonlySet<DangerName>;
  /** What the plan leaves as it is, with the reason; it stays owned. */
  readonly skip?: AddressMap<string> | undefined;
  /** How much the plan may change; the usual when absent. */
  readonly changeLimits?: ChangeLimits | undefined;
  /** The part that the plan is about; all of it when absent. */
  readonly part?: PartOf | undefined;
  /** What a run that was cut off was about to own; looked at only where a plan asks for it. */
  readonly claimed?: AddressSet | undefined;
}

/** Everything a plan is made from. */
export interface PlanInput extends PlanSettings {
  readonly resources: readonly Resource[];
  readonly exclusiveScopes: readonly ExclusiveScope[];
  readonly inventory: Inventory;
  /** What is ignored. */
  readonly ignore?: readonly IgnoreRule[] | undefined;
}
