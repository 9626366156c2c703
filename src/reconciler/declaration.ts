/** What kinds say of the objects of a server: the manifests that would declare them. */
import type { Address } from "../model/address.ts";
import type { KindContext } from "./context.ts";
import type { Lifecycle } from "./lifecycle.ts";

/** A manifest for something that is on a server, with the files beside it. */
export interface Declaration {
  /** Kind of the manifest, which is not always the one in addresses. */
  readonly kind: string;
  readonly workspace: string | null;
  readonly name: string;
  /** The spec as it is written; what is usual is left out. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Workspace whose folder it lies in, where the manifest itself is in none. */
  readonly home?: string;
  /** Files that the spec names, by path relative to the manifest. */
  readonly artefacts?: ReadonlyMap<string, Uint8Array>;
  readonly secrets?: readonly DeclaredSecret[];
  /** What of the object no field says, in words. */
  readonly notes?: readonly string[];
  /** What the object names and the source does not have, in words: no manifest could bring it. */
  readonly missing?: readonly string[];
  /** What may happen to the object, where not everything may. */
  readonly lifecycle?: Lifecycle;
  /** As in `Undeclared`. */
  readonly protects?: true;
}

/** An environment variable that stands where the server has a secret. */
export interface DeclaredSecret {
  readonly variable: string;
  /** What of the object it is, such as `passwd`. */
  readonly what: string;
}

/** An object that no manifest declares, and why. */
export interface Undeclared {
  readonly address: Address;
  readonly reason: string;
  /** Set for what needs no manifest: every catalog has it, or it comes with something else. */
  readonly everywhere?: true;
  /** Set for what is there and no manifest can hold: others may refer to it all the same. */
  readonly referable?: true;
  /** Set for what decides over others: where it is missing, somebody may do more. */
  readonly protects?: true;
  /** Set for what an import leaves out by a rule of its own: nothing is wrong with it. */
  readonly onPurpose?: true;
}

/** What a kind found in a place. */
export interface Declarations {
  readonly declarations: readonly Declaration[];
  readonly undeclared: readonly Undeclared[];
}

/** Where a kind is to look, and how what it finds is written down. */
export interface DeclarePlace {
  /** Null for what is in no workspace. */
  readonly workspace: string | null;
  /** Names of all workspaces of the server. */
  readonly workspaces: readonly string[];
  /** Whether documents show only what somebody said, and nothing that a server found out. */
  readonly statedOnly: boolean;
  /** Whether an object is asked for; everything when absent. What stands for several is not where only they are. */
  readonly selects?: (address: Address) => boolean;
  /** The name that files of an object have in the folder of its manifest, without extension. */
  readonly fileName: (name: string) => string;
}

/** Writes manifests for all objects of a kind in a place: the inverse of resolving. */
export type Declare = (context: KindContext, place: DeclarePlace) => Promise<Declarations>;
