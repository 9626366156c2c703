/** What a kind can see of other declared resources. */
import type { Address } from "../model/address.ts";
import type { KindContext } from "./context.ts";
import type { Facts } from "./facts.ts";
import type { Resource } from "./resource.ts";

/** The context of a resource. */
export interface Around<Payload> {
  /** Includes this resource. */
  readonly declared: readonly Resource<Payload>[];
  readonly factsOf: (address: Address) => Facts | undefined;
  /** Undefined without a server. */
  readonly context: KindContext | undefined;
}

export interface Declared {
  readonly isDeclared: (address: Address) => boolean;
  /** Names in a workspace, or outside of workspaces. */
  readonly names: (kind: string, workspace: string | null) => readonly string[];
  readonly facts: (address: Address) => Facts | undefined;
  /** The declared resource whose creation also creates this object, if any. */
  readonly bringer: (address: Address) => Resource | undefined;
}
