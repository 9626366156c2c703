/** What deletions cascade to. */
import type { Address } from "../model/address.ts";
import type { Facts } from "./facts.ts";
import type { Live, Resource } from "./resource.ts";

/** An object that a cascade deletes or takes a part from, as observed before. */
export interface AffectedObject extends Live {
  /**
   * Facts of the remainder, or of the state between several restoring requests; absent when all is
   * deleted.
   */
  readonly remains?: Facts;
  /**
   * Facts that the creation of its requirement sets again: restored separately only after an
   * interrupted run.
   */
  readonly carried?: Facts;
}

/** A cascade's victim that the plan restores. */
export interface CascadeEffect {
  readonly live: AffectedObject;
  /** The deletion that cascades to it. */
  readonly by: Address;
}

export interface AlsoDeleted {
  readonly address: Address;
  /** The declared object that recreates it; undefined when it is lost. */
  readonly back: Address | undefined;
}

/** What a remaining object loses for good. */
export interface Damage {
  readonly to: Address;
  readonly what: string;
}

export interface Departure {
  /** Its new address, where it is recreated under another one. */
  readonly to?: Address | undefined;
  /** Undefined where the estate does not own it. */
  readonly recorded?: Facts | undefined;
  readonly bringer?: ((address: Address) => Resource | undefined) | undefined;
}

/** What a server deletes along with an object. */
export interface Cascade {
  /** To restore where still wanted, requirements first. */
  readonly affected: readonly AffectedObject[];
  /** Deleted for good on purpose. */
  readonly gone: readonly Address[];
  /** Contents that the plan must handle, or else the deletion is refused. */
  readonly contents: readonly Content[];
  /** What cannot be restored, in words. */
  readonly irreversible: readonly string[];
  /** What becomes visible between two requests: the subject of a sentence. */
  readonly uncovers?: readonly string[];
  /** Deleted objects that may be members of others, for kinds with `dependents`. */
  readonly alsoDeleted?: readonly AlsoDeleted[];
  /** Like `irreversible`, but ignored where the object is declared, or deleted by the plan. */
  readonly damage?: readonly Damage[];
}

export interface DependentsInput<Payload> {
  readonly alsoDeleted: readonly (AlsoDeleted & { readonly by: Address })[];
  /** Resources of the kind that stay. */
  readonly declared: readonly Resource<Payload>[];
  readonly isDeleted: (address: Address) => boolean;
}

/** Contents of an object, under the addresses of the kinds that may declare them. */
export interface Content {
  readonly addresses: readonly Address[];
  readonly what: string;
  /**
   * Set where the server deletes the contents itself: `if-deleted` where the plan deletes them too,
   * `unless-declared` where no manifest declares them.
   */
  readonly goes?: "if-deleted" | "unless-declared";
}
