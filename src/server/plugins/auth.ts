/**
 * Authenticates every request, unknown paths included, except those needed to log in: by Basic
 * credentials, else by session. Recently verified credentials pass at once; others pass the
 * throttle and the hashing limit (docs/compatibility.md, "Failed logins").
 */
import { randomBytes } from "node:crypto";
import basicAuth from "@fastify/basic-auth";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DerivationCost } from "../../model/derivation.ts";
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { renewAccountHash } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import { serverOrigin, type Catalog } from "../catalog/unit-of-work.ts";
import { inTurn } from "./admission.ts";
import type { KnownLogins } from "./known-logins.ts";
import { loginLimits, type HashLimit, type LoginCounts } from "./login-limits.ts";
import { hashPassword, isCheaper, verifyPassword } from "./password.ts";
import { asksForCredentials } from "./sessions.ts";
import { checkUrl } from "./url.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The revision in force before anything was read; -1 until it was asked for. */
    revision: number;
  }
  interface FastifyInstance {
    forgetCredentials: () => void;
    readonly logins: () => LoginCounts;
  }
}

export interface AuthParts {
  readonly catalog: Catalog;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly withinLimit: HashLimit["run"];
  readonly hashCost: DerivationCost;
  readonly known: KnownLogins;
}

/** Installs authentication. */
export async function installAuth(app: FastifyInstance, parts: AuthParts): Promise<void> {
  const limited = loginLimits(parts, (error) =>
    app.log.warn({ err: error }, "a network could not be remembered"),
  );
  app.addHook("onClose", limited.settled);
  app.decorate("logins", () => ({ ...limited.counts }));
  const nobody = await hashPassword(randomBytes(16).toString("hex"), parts.hashCost);
  app.decorateRequest("principal", null).decorateRequest("revision", -1);
  // New hashes by old ones, for concurrent logins that read the old hash.
  const renewed = recent<string>(limits.renewed);
  app.decorate("forgetCredentials", () => {
    limited.forget();
    parts.known.clear();
  });
  await app.register(basicAuth, {
    authenticate: false,
    strictCredentials: false,
    validate: async (user: string, password: string, request: FastifyRequest) => {
      const login =
        parts.known.at(user) ??
        (await inTurn(request, parts.catalog).read((reader) => parts.known.read(reader, user)));
      const { account, roles } = login;
      // Hash for unknown users too, so that timing does not reveal which users exist.
      const hash = account?.value.hash ?? nobody;
      const { ip: address, requester } = request;
      const verify = async () => {
        const right = await verifyPassword(password, hash);
        if (right && account !== undefined && isCheaper(hash, parts.hashCost))
          await renewHash(parts, account, password).then(
            (to) => to !== undefined && renewed.keep(hash, to),
            (error: unknown) =>
              request.log.warn({ err: error }, "a password could not be hashed again"),
          );
        return right;
      };
      const key = limited.keyOf(user, password, hash);
      const attempt = { user, account, address, requester: requester.name, key, verify };
      if (!(await limited.check(attempt)) || account === undefined) {
        throw new CatalogError("unauthenticated", "The user name or password is wrong");
      }
      parts.known.share(request, user);
      const principal = { user, roles, hash: renewed.get(hash) ?? hash };
      request.principal = principal;
      parts.known.remember(request, { login, principal, isFresh: () => limited.isFresh(key) });
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config?.credentials === "none") return;
    // A request of a known connection has asked for it.
    if (request.revision < 0) request.revision = await parts.catalog.revision();
    if (request.principal !== null || (await hasSession(request, parts.known))) return;
    if (!asksForCredentials(request)) return;
    await new Promise<void>((resolve, reject) => {
      app.basicAuth.call(app, request, reply, (error?: Error) =>
        error === undefined ? resolve() : reject(error),
      );
    });
  });
  app.addHook("onRequest", async (request) => checkUrl(request));
}

/** An Authorization header takes precedence over a session. */
async function hasSession(request: FastifyRequest, known: KnownLogins): Promise<boolean> {
  const { headers, routeOptions, server } = request;
  const { credentials } = routeOptions.config ?? {};
  if (credentials === "none" || credentials === "password") return false;
  if (headers.authorization !== undefined) return false;
  const principal = await server.sessions.principalOf(request);
  if (principal === undefined) return false;
  known.share(request, principal.user);
  request.principal = principal;
  request.hasSession = true;
  return true;
}

/** Rehashes a password at a raised cost. Undefined where the account has another hash meanwhile. */
async function renewHash(
  { catalog, hashCost }: AuthParts,
  { name, value }: Stored<"account">,
  password: string,
): Promise<string | undefined> {
  const hash = await hashPassword(password, hashCost);
  const isKept = await catalog.write(serverOrigin, (writer) =>
    renewAccountHash(writer, name, { from: value.hash, to: hash }),
  );
  return isKept ? hash : undefined;
}
