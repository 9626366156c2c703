/**
 * Accounts with their roles, as they were read, and the last login of each connection: clients
 * usually repeat their credentials. Changes of an account are in force with the next request.
 * Clients share the server by address, and by account if its credentials were right before;
 * unverified user names gain no share (docs/compatibility.md, "Bounds").
 */
import { createHmac, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { findLogin, type LoginAccount } from "../catalog/account.ts";
import { basisOf, keptValues } from "../catalog/kept.ts";
import type { Catalog, CatalogReader } from "../catalog/unit-of-work.ts";
import { clientAddress } from "../front/address.ts";
import type { Principal } from "./principal.ts";

interface LastLogin {
  readonly login: LoginAccount;
  readonly principal: Principal;
  /** Whether the password need not be hashed again yet. */
  readonly isFresh: () => boolean;
}

export interface KnownLogins {
  readonly at: (user: string) => LoginAccount | undefined;
  readonly read: (reader: CatalogReader, user: string) => Promise<LoginAccount>;
  readonly clear: () => void;
  readonly remember: (request: FastifyRequest, last: LastLogin) => void;
  /** The principal of the previous request with these credentials, as it was then. */
  readonly before: (request: FastifyRequest) => Principal | undefined;
  /** That principal, if account and roles are unchanged. */
  readonly again: (request: FastifyRequest) => Principal | null;
  /** Attributes later requests with these credentials to the account at once. */
  readonly share: (request: FastifyRequest, user: string) => void;
  /** What the request counts for until its credentials are checked; they may be wrong by now. */
  readonly shareOf: (request: FastifyRequest) => string;
}

/** Whose share of the server a request takes. */
export function nameOf({ ip }: FastifyRequest, user = ""): string {
  return `${clientAddress(ip)} ${user}`;
}

/** An empty memory. */
export function knownLogins(catalog: Pick<Catalog, "isUnchanged">): KnownLogins {
  const accounts = keptValues<LoginAccount>(limits.accounts, catalog);
  const key = randomBytes(32);
  const users = recent<string>(limits.credentials);
  /** Of the credentials, which are in Authorization, or in the cookie with a session. */
  const digestOf = ({ headers: { authorization, cookie = "" } }: FastifyRequest) =>
    createHmac("sha256", key)
      .update(authorization ?? cookie)
      .digest("base64");
  const last = new WeakMap<FastifyRequest["socket"], LastLogin & { readonly header: string }>();
  const sameAs = ({ socket, headers: { authorization } }: FastifyRequest) => {
    const before = last.get(socket);
    return before?.header === authorization ? before : undefined;
  };
  return {
    at: accounts.at,
    read: async (reader, user) => {
      const login = await findLogin(reader, user);
      // Unknown names are not kept, since anyone can send them.
      if (login.account !== undefined) accounts.keep(user, login, await basisOf(reader));
      return login;
    },
    clear: accounts.clear,
    remember: ({ socket, headers: { authorization: header } }, one) => {
      if (header !== undefined) last.set(socket, { ...one, header });
    },
    before: (request) => sameAs(request)?.principal,
    again: (request) => {
      const { login, principal, isFresh } = sameAs(request) ?? {};
      if (principal === undefined || isFresh?.() !== true) return null;
      return accounts.at(principal.user) === login ? principal : null;
    },
    share: (request, user) => {
      if (request.requester.name !== nameOf(request, user)) users.keep(digestOf(request), user);
    },
    shareOf: (request) =>
      nameOf(request, sameAs(request)?.principal.user ?? users.get(digestOf(request))),
  };
}
