/** What deletions cascade to, as kinds know it. */
import type { Address } from "../model/address.ts";
import type { Facts } from "./facts.ts";
import type { Live, Resource } from "./resource.ts";

/** An object that a cascade deletes, or takes a part out of, as it was observed. */
export interface AffectedObject extends Live {
  /**
   * Facts of what is left of it, when it stays without a part, and of what is there while it comes back in several requests;
   * absent when all of it is deleted.
   */
  readonly remains?: Facts;
  /**
   * Facts that the request which makes what it needs says again: to be restored only when a run was cut
   * off before that.
   */
  readonly carried?: Facts;
}

/** An object that a cascade deletes or changes, and that comes back. */
export interface CascadeEffect {
  readonly live: AffectedObject;
  /** The deletion that cascades to it. */
  readonly by: Address;
}

/** An object that is deleted with another one. */
export interface AlsoDeleted {
  readonly address: Address;
  /** The declared object that brings it again; undefined when it is gone for good. */
  readonly back: Address | undefined;
}

/** What an object that stays loses for good. */
export interface Damage {
  readonly to: Address;
  readonly what: string;
}

/** What is known of an object that goes. */
export interface Departure {
  /** What it goes on as under another address. */
  readonly to?: Address | undefined;
  /** Facts last applied to it; undefined where the estate does not own it. */
  readonly recorded?: Facts | undefined;
  /** The declared object, of any kind, that brings something; undefined where none does. */
  readonly bringer?: ((address: Address) => Resource | undefined) | undefined;
}

/** What a server removes along with an object. */
export interface Cascade {
  /** Objects that come back unless they are not wanted any more; what they require comes first. */
  readonly affected: readonly AffectedObject[];
  /** Objects that are gone for good, by intent; named in the plan. */
  readonly gone: readonly Address[];
  /** What lies inside and must be taken care of by the plan itself, or the deletion is refused. */
  readonly contents: readonly Content[];
  /** What this version cannot bring back, in words. */
  readonly irreversible: readonly string[];
  /**
   * What is hidden now and can be seen between two requests, until it is hidden again: the subject of a
   * sentence.
   */
  readonly uncovers?: readonly string[];
  /** Objects that are deleted with it and may be members of others: kinds with `dependents` are reported. */
  readonly alsoDeleted?: readonly AlsoDeleted[];
  /** As `irreversible`, but of no matter where the object is declared, or deleted by the plan. */
  readonly damage?: readonly Damage[];
}

/** Everything that the deletions of a plan cascade to, and what becomes of the kind that is asked. */
export interface DependentsInput<Payload> {
  readonly alsoDeleted: readonly (AlsoDeleted & { readonly by: Address })[];
  /** Resources of the kind that stay. */
  readonly declared: readonly Resource<Payload>[];
  /** Whether the plan deletes an object. */
  readonly isDeleted: (address: Address) => boolean;
}

/** What lies inside an object, under the addresses of the kinds that may declare it. */
export interface Content {
  readonly addresses: readonly Address[];
  readonly what: string;
  /**
   * Set where the server deletes it too, so that it needs no request of its own: either only what
   * the plan deletes anyway may go like this, or all that no manifest declares.
   */
  readonly goes?: "if-deleted" | "unless-declared";
}
