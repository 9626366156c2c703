/** What a plan changes of a kind, as its kind is asked about it. */
import type { Address } from "../model/address.ts";
import type { Facts } from "./facts.ts";

/** The observed objects of a kind before and after; facts by name of the address. */
export interface SetChange {
  readonly before: ReadonlyMap<string, Facts>;
  readonly after: ReadonlyMap<string, Facts>;
}

/** The whole set of a batch kind before and after. */
export interface BatchChange extends SetChange {
  /** ETag of the set as it was read; undefined when something changed it since. */
  readonly etag: string | undefined;
}

/** What a plan does to objects of any kind. */
export interface OtherChanges {
  /** What is declared of an object that the plan makes or changes; undefined where it leaves it as it is. */
  readonly after: (address: Address) => Facts | undefined;
  /**
   * What an object is like that is declared, owned or needed, as it was observed; undefined where it is not there.
   * Of one that is only needed, kinds may show nothing.
   */
  readonly before: (address: Address) => Facts | undefined;
  /** Whether it deletes an object for good, by itself or with another one. */
  readonly isGone: (address: Address) => boolean;
}

/** A change that is looked at for dangers. */
export interface DangerousChange {
  readonly action: "create" | "update" | "replace" | "delete";
  readonly address: Address;
  readonly before: Facts | undefined;
  readonly after: Facts | undefined;
  /** What is deleted because this object, under another name, is created in its place. */
  readonly former?: Facts | undefined;
  /** What a deleted object is deleted with; absent where it goes alone. */
  readonly deletedWith?: Address | undefined;
  /** What the plan does to other objects. */
  readonly others: OtherChanges;
}
