/** The account of a request. */
import type { FastifyRequest } from "fastify";
import type { Trace } from "../catalog/unit-of-work.ts";

/** The account of a request. */
export interface Principal {
  readonly user: string;
  readonly roles: readonly string[];
  /** The hash that the password was checked against; absent for a session. */
  readonly hash?: string;
  /** How long the login counts for later requests; absent for a session. */
  readonly login?: KeptLogin;
}

export interface KeptLogin {
  /** Whether the account is unchanged at the revision in force. */
  readonly isAt: (revision: number) => boolean;
  /** What `isAt` compares. */
  readonly traces: readonly Trace[];
  /** Whether the password need not be hashed again yet. */
  readonly isFresh: () => boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null until the credentials are verified, and where none are required. */
    principal: Principal | null;
  }
}

/** The account of an authenticated request. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new TypeError("the request was not authenticated");
  return request.principal;
}
