/**
 * Identifies clients for fair sharing: by address, and by account if its credentials were right
 * before. Unverified user names gain no share (docs/compatibility.md, "Bounds").
 */
import { createHmac, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { clientAddress } from "../front/address.ts";

/** Recent valid credentials, keyed by an HMAC of their header. */
export interface RecentLogins {
  readonly remember: (credentials: string, user: string) => void;
  /** The account of a request; its credentials may be wrong by now. */
  readonly userOf: (request: FastifyRequest) => string | undefined;
}

/** The credentials are in Authorization, or in the cookie with a session. */
export function credentialsIn({
  authorization,
  cookie,
}: FastifyRequest["headers"]): string | undefined {
  return authorization ?? cookie;
}

/** Creates an empty memory of logins. */
export function recentLogins(): RecentLogins {
  const key = randomBytes(32);
  const users = recent<string>(limits.credentials);
  const digestOf = (text: string) => createHmac("sha256", key).update(text).digest("base64");
  /** The last result per connection, because clients usually repeat their credentials. */
  const last = new WeakMap<FastifyRequest["socket"], { credentials: string; user: string }>();
  return {
    remember: (credentials, user) => users.keep(digestOf(credentials), user),
    userOf: ({ socket, headers }) => {
      const credentials = credentialsIn(headers);
      if (credentials === undefined) return undefined;
      const before = last.get(socket);
      if (before?.credentials === credentials) return before.user;
      const user = users.get(digestOf(credentials));
      if (user !== undefined) last.set(socket, { credentials, user });
      return user;
    },
  };
}

export function nameOf({ ip }: FastifyRequest, user = ""): string {
  return `${clientAddress(ip)} ${user}`;
}
