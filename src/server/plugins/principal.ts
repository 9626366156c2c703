/** Who makes a request. */
import type { FastifyRequest } from "fastify";

/** Who makes a request. */
export interface Principal {
  readonly user: string;
  readonly roles: readonly string[];
  /** The hash that its password was compared with; absent where it has shown a session. */
  readonly hash?: string;
  /** Until when the login may count for further requests; absent where it has shown a session. */
  readonly login?: KeptLogin;
}

/** A login that was found right. */
export interface KeptLogin {
  /** Whether its account is what it was, at the revision that is in force. */
  readonly isAt: (revision: number) => boolean;
  /** Whether its password need not be hashed again yet. */
  readonly isFresh: () => boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the request; null until the credentials were found right, and where none are asked for. */
    principal: Principal | null;
  }
}

/** Who makes a request that has passed authentication. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new TypeError("the request was not authenticated");
  return request.principal;
}
