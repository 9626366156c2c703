/** What kinds see of everything that is declared beside the resource that they are asked about. */
import type { Address } from "../model/address.ts";
import type { KindContext } from "./context.ts";
import type { Facts } from "./facts.ts";
import type { Resource } from "./resource.ts";

/** What there is around a resource. */
export interface Around<Payload> {
  /** All resources of the kind, this one included. */
  readonly declared: readonly Resource<Payload>[];
  /** What is wanted of a declared object of any kind. */
  readonly factsOf: (address: Address) => Facts | undefined;
  /** Undefined without a server. */
  readonly context: KindContext | undefined;
}

/** Everything declared, for what depends on it. */
export interface Declared {
  readonly isDeclared: (address: Address) => boolean;
  /** Names of the declared objects of a kind that lie in a workspace, or in none. */
  readonly names: (kind: string, workspace: string | null) => readonly string[];
  /** What is wanted of a declared object. */
  readonly facts: (address: Address) => Facts | undefined;
  /** What brings an object; undefined where nothing declared does. */
  readonly bringer: (address: Address) => Resource | undefined;
}
