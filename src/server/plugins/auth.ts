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
import { credentialsIn, nameOf, type RecentLogins } from "./requester.ts";
import { renewAccountHash } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import { keptLogins } from "../catalog/kept-logins.ts";
import type { Stored } from "../catalog/records.ts";
import { serverOrigin, type Catalog } from "../catalog/unit-of-work.ts";
import { inTurn } from "./admission.ts";
import { loginLimits, type HashLimit, type LoginCounts } from "./login-limits.ts";
import type { Principal } from "./principal.ts";
import { hashPassword, isCheaper, verifyPassword } from "./password.ts";
import { asksForCredentials } from "./sessions.ts";
import { checkUrl } from "./url.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The revision in force before anything was read. */
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
  readonly logins: RecentLogins;
}

/** Installs authentication. */
export async function installAuth(app: FastifyInstance, parts: AuthParts): Promise<void> {
  const limited = loginLimits(parts, (error) =>
    app.log.warn({ err: error }, "a network could not be remembered"),
  );
  app.addHook("onClose", limited.settled);
  app.decorate("logins", () => ({ ...limited.counts }));
  const nobody = await hashPassword(randomBytes(16).toString("hex"), parts.hashCost);
  app.decorateRequest("principal", null);
  // New hashes by old ones, for concurrent logins that read the old hash.
  const renewed = recent<string>(limits.renewed);
  const accounts = keptLogins();
  app.decorate("forgetCredentials", () => {
    limited.forget();
    accounts.clear();
  });
  const connections = knownConnections();
  await app.register(basicAuth, {
    authenticate: false,
    strictCredentials: false,
    validate: async (user: string, password: string, request: FastifyRequest) => {
      const { account, roles, isAt, traces } =
        accounts.at(request.revision, user) ??
        (await inTurn(request, parts.catalog).read((reader) => accounts.read(reader, user)));
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
      const login = { user, account, address, requester: requester.name, key, verify };
      if (!(await limited.check(login)) || account === undefined) {
        throw new CatalogError("unauthenticated", "The user name or password is wrong");
      }
      rememberLogin(request, parts.logins, user);
      const isFresh = () => limited.isFresh(key);
      request.principal = {
        user,
        roles,
        hash: renewed.get(hash) ?? hash,
        login: { isAt, traces, isFresh },
      };
      connections.remember(request);
    },
  });
  app.decorateRequest("revision", -1);
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config?.credentials === "none") return;
    request.revision = await parts.catalog.revision(connections.traces(request));
    if ((await hasSession(request, parts.logins)) || !asksForCredentials(request)) return;
    request.principal = connections.principalOf(request);
    if (request.principal !== null) return;
    await new Promise<void>((resolve, reject) => {
      app.basicAuth.call(app, request, reply, (error?: Error) =>
        error === undefined ? resolve() : reject(error),
      );
    });
  });
  app.addHook("onRequest", async (request) => checkUrl(request));
}

/** The last login per connection, because clients usually repeat their credentials. */
function knownConnections() {
  const last = new WeakMap<FastifyRequest["socket"], { header: string; principal: Principal }>();
  return {
    remember: ({ socket, headers: { authorization: header }, principal }: FastifyRequest) => {
      if (header !== undefined && principal !== null) last.set(socket, { header, principal });
    },
    /** What `principalOf` compares. */
    traces: ({ socket }: FastifyRequest) => last.get(socket)?.principal.login?.traces ?? [],
    /** The principal of the previous request, if header, account and roles are unchanged. */
    principalOf: ({ socket, headers, revision }: FastifyRequest): Principal | null => {
      const before = last.get(socket);
      if (before === undefined || before.header !== headers.authorization) return null;
      const { login } = before.principal;
      return login?.isFresh() === true && login.isAt(revision) ? before.principal : null;
    },
  };
}

/** An Authorization header takes precedence over a session. */
async function hasSession(request: FastifyRequest, logins: RecentLogins): Promise<boolean> {
  const { headers, routeOptions, server } = request;
  const { credentials } = routeOptions.config ?? {};
  if (credentials === "none" || credentials === "password") return false;
  if (headers.authorization !== undefined) return false;
  const principal = await server.sessions.principalOf(request);
  if (principal === undefined) return false;
  rememberLogin(request, logins, principal.user);
  request.principal = principal;
  request.hasSession = true;
  return true;
}

/** Attributes later requests with these credentials to the account at once. */
function rememberLogin(request: FastifyRequest, logins: RecentLogins, user: string): void {
  const credentials = credentialsIn(request.headers);
  const isKnown = request.requester.name === nameOf(request, user);
  if (credentials !== undefined && !isKnown) logins.remember(credentials, user);
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
