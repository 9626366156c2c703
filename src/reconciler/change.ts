/** The changes of a plan, as kinds see them. */
import type { Address } from "../model/address.ts";
import type { Facts } from "./facts.ts";

/** Observed objects of a kind, by the name in the address. */
export interface SetChange {
  readonly before: ReadonlyMap<string, Facts>;
  readonly after: ReadonlyMap<string, Facts>;
  /** Those that are deleted in between. */
  readonly recreated?: ReadonlySet<string>;
}

/** The whole set of a batch kind. */
export interface BatchChange extends SetChange {
  /** As read; undefined after another change to the set. */
  readonly etag: string | undefined;
}

export interface OtherChanges {
  /** Declared facts of an object that the plan creates or changes. */
  readonly after: (address: Address) => Facts | undefined;
  /** Observed facts of a declared, owned or required object. Merely required ones may have none. */
  readonly before: (address: Address) => Facts | undefined;
  /** Whether the plan deletes an object for good, directly or by a cascade. */
  readonly isGone: (address: Address) => boolean;
}

export interface DangerousChange {
  readonly action: "create" | "update" | "replace" | "delete";
  readonly address: Address;
  readonly before: Facts | undefined;
  readonly after: Facts | undefined;
  /** Facts of the deleted object that this one replaces under another name. */
  readonly former?: Facts | undefined;
  /** The object whose deletion also deletes this one. */
  readonly deletedWith?: Address | undefined;
  readonly others: OtherChanges;
}
