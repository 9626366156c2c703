/** Other requests to the same end, where servers and what stands before them differ in the addresses that they take. */
import type { WireRequest } from "../wire/request.ts";
import type { KindContext } from "./context.ts";

/** A request in the place of one that a server did not take as it was written. */
export interface Detour {
  readonly request: WireRequest;
  /** Whether what it did counts already, where a server takes its time; asked until it does. GET only. */
  readonly isInForce?: () => Promise<boolean>;
}

/** What to send after a refusal with a status; undefined where nothing is left to try. GET only. */
export type FindDetour = (
  refused: WireRequest,
  status: number,
  context: KindContext,
) => Promise<Detour | undefined>;
