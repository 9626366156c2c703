/**
 * Who asks, as far as fairness goes: a client and the account that it has logged in with before. Nobody
 * gets more by giving names: what is not known to be right counts as one (docs/compatibility.md, "Bounds").
 */
import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { clientAddress } from "../front/address.ts";
import type { Asker } from "./turns.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks, for what is shared out fairly. */
    asker: Asker;
  }
}

/** Credentials that were right lately, by keyed digests of the header that had them. */
export interface RecentLogins {
  readonly remember: (credentials: string, user: string) => void;
  /** The account of credentials that were right; they need not be so any more. */
  readonly userOf: (credentials: string | undefined) => string | undefined;
}

/** The header that has the credentials of a request: its own, or the cookie with a session. */
export function credentialsIn({
  authorization,
  cookie,
}: FastifyRequest["headers"]): string | undefined {
  return authorization ?? cookie;
}

/** Nobody has logged in yet. */
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

/** Gives every request its asker; to be installed before whatever is shared out. */
export function installAskers(app: FastifyInstance, logins: RecentLogins): void {
  /** What was found of a connection last: clients keep theirs, and send the same along each time. */
  const last = new WeakMap<FastifyRequest["socket"], { credentials: string; user: string }>();
  const userOf = ({ socket, headers }: FastifyRequest) => {
    const credentials = credentialsIn(headers);
    const before = last.get(socket);
    if (before !== undefined && before.credentials === credentials) return before.user;
    const user = logins.userOf(credentials);
    if (user !== undefined && credentials !== undefined) last.set(socket, { credentials, user });
    return user;
  };
  app.decorateRequest("asker").decorateRequest("isChanging", false);
  app.addHook("onRequest", (request, reply, done) => {
    request.asker = askerOf(nameOf(request, userOf(request)), reply);
    done();
  });
}

function askerOf(name: string, reply: FastifyReply): Asker {
  return {
    name,
    hasLeft: () => reply.raw.destroyed,
    onLeave: (listener) => {
      reply.raw.once("close", listener);
      return () => void reply.raw.off("close", listener);
    },
  };
}

/** The name of who asks: its client, and the account if it is known. */
export function nameOf({ ip }: FastifyRequest, user = ""): string {
  return `${clientAddress(ip)} ${user}`;
}
