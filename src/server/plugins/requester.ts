/**
 * Identifies clients for fair sharing: by address, and by account if its credentials were right
 * before. Unverified user names gain no share (docs/compatibility.md, "Bounds").
 */
import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { clientAddress } from "../front/address.ts";
import type { Requester } from "./turns.ts";

declare module "fastify" {
  interface FastifyRequest {
    requester: Requester;
  }
}

/** Recent valid credentials, keyed by an HMAC of their header. */
export interface RecentLogins {
  readonly remember: (credentials: string, user: string) => void;
  /** The account; its credentials may be wrong by now. */
  readonly userOf: (credentials: string | undefined) => string | undefined;
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
  return {
    remember: (credentials, user) => users.keep(digestOf(credentials), user),
    userOf: (credentials) =>
      credentials === undefined ? undefined : users.get(digestOf(credentials)),
  };
}

/** Install it before anything that shares by `request.requester`. */
export function installRequesters(app: FastifyInstance, logins: RecentLogins): void {
  /** The last result per connection, because clients usually repeat their credentials. */
  const last = new WeakMap<FastifyRequest["socket"], { credentials: string; user: string }>();
  const userOf = ({ socket, headers }: FastifyRequest) => {
    const credentials = credentialsIn(headers);
    const before = last.get(socket);
    if (before !== undefined && before.credentials === credentials) return before.user;
    const user = logins.userOf(credentials);
    if (user !== undefined && credentials !== undefined) last.set(socket, { credentials, user });
    return user;
  };
  app.decorateRequest("requester").decorateRequest("isChanging", false);
  app.addHook("onRequest", (request, reply, done) => {
    request.requester = requesterOf(nameOf(request, userOf(request)), reply);
    done();
  });
}

function requesterOf(name: string, reply: FastifyReply): Requester {
  return {
    name,
    hasLeft: () => reply.raw.destroyed,
    onLeave: (listener) => {
      reply.raw.once("close", listener);
      return () => void reply.raw.off("close", listener);
    },
  };
}

export function nameOf({ ip }: FastifyRequest, user = ""): string {
  return `${clientAddress(ip)} ${user}`;
}
