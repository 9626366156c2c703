/** Alternative requests, because servers and proxies differ in the addresses that they accept. */
import type { WireRequest } from "../wire/request.ts";
import type { KindContext } from "./context.ts";

/** Replaces a request that a server refused as written. */
export interface Detour {
  readonly request: WireRequest;
  /** Polled until the effect is in force, for servers that need time. GET only. */
  readonly isInForce?: () => Promise<boolean>;
}

/** What to send after a refusal, if anything is left to try. GET only. */
export type FindDetour = (
  refused: WireRequest,
  status: number,
  context: KindContext,
) => Promise<Detour | undefined>;
