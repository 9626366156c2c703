/** The account of a request. */
import type { FastifyRequest } from "fastify";

/** The account of a request. */
export interface Principal {
  readonly user: string;
  readonly roles: readonly string[];
  /** The hash that the password was checked against; absent for a session. */
  readonly hash?: string;
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
