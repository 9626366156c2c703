/** The input of a plan. */
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
  readonly part?: PartOf | undefined;
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
