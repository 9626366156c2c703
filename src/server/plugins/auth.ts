/**
 * Authentication in front of everything but what a browser needs to log in, unknown paths included: by
 * Basic credentials or, where a request has none, by its session. Credentials verified before pass at
 * once; others go through the throttle and then to the few slots for hashing
 * (docs/compatibility.md, "Failed logins").
 */
import { randomBytes } from "node:crypto";
import basicAuth from "@fastify/basic-auth";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DerivationCost } from "../../model/derivation.ts";
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { credentialsIn, nameOf, type RecentLogins } from "./asker.ts";
import { renewAccountHash } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import { keptLogins } from "../catalog/kept-logins.ts";
import type { Stored } from "../catalog/records.ts";
import { serverOrigin, type Catalog } from "../catalog/unit-of-work.ts";
import { inTurn } from "./in-turn.ts";
import { loginLimits, type HashLimit, type LoginCounts } from "./login-limits.ts";
import type { Principal } from "./principal.ts";
import { hashPassword, isCheaper, verifyPassword } from "./password.ts";
import { asksForCredentials } from "./sessions.ts";
import { checkUrl } from "./url.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The revision that was in force before anything was read for it. */
    revision: number;
  }
  interface FastifyInstance {
    /** Forgets which credentials were found right, so that each is looked up and hashed again. */
    forgetCredentials: () => void;
    /** What became of logins since the start. */
    readonly logins: () => LoginCounts;
  }
}

/** What authentication needs. */
export interface AuthParts {
  readonly catalog: Catalog;
  /** Milliseconds that only rise. */
  readonly clock: () => number;
  readonly withinLimit: HashLimit["run"];
  /** What hashing the password of an account costs. */
  readonly hashCost: DerivationCost;
  /** Where credentials that are right are remembered, to know who asks. */
  readonly logins: RecentLogins;
}

/** Installs authentication against the accounts of a catalog. */
export async function installAuth(app: FastifyInstance, parts: AuthParts): Promise<void> {
  const limited = loginLimits(parts, (error) =>
    app.log.warn({ err: error }, "a network could not be remembered"),
  );
  app.addHook("onClose", limited.settled);
  app.decorate("logins", () => ({ ...limited.counts }));
  const nobody = await hashPassword(randomBytes(16).toString("hex"), parts.hashCost);
  app.decorateRequest("principal", null);
  // Others whose password is found right by the same check have read the hash before.
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
      const { account, roles, isAt } =
        accounts.at(request.revision, user) ??
        (await inTurn(request, parts.catalog).read((reader) => accounts.read(reader, user)));
      // An unknown user costs the same work, so that the time does not show who exists.
      const hash = account?.value.hash ?? nobody;
      const { ip: address, asker } = request;
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
      const login = { user, account, address, asker: asker.name, key, verify };
      if (!(await limited.check(login)) || account === undefined) {
        throw new CatalogError("unauthenticated", "The user name or password is wrong");
      }
      rememberLogin(request, parts.logins, user);
      const isFresh = () => limited.isFresh(key);
      request.principal = {
        user,
        roles,
        hash: renewed.get(hash) ?? hash,
        login: { isAt, isFresh },
      };
      connections.remember(request);
    },
  });
  app.decorateRequest("revision", -1);
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config?.credentials === "none") return;
    request.revision = await parts.catalog.revision();
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

/** Who has logged in on a connection last: clients keep theirs, and send the same along each time. */
function knownConnections() {
  const last = new WeakMap<FastifyRequest["socket"], { header: string; principal: Principal }>();
  return {
    remember: ({ socket, headers: { authorization: header }, principal }: FastifyRequest) => {
      if (header !== undefined && principal !== null) last.set(socket, { header, principal });
    },
    /** Who makes a request, if it is the same as before, who still is what they were. */
    principalOf: ({ socket, headers, revision }: FastifyRequest): Principal | null => {
      const before = last.get(socket);
      if (before === undefined || before.header !== headers.authorization) return null;
      const { login } = before.principal;
      return login?.isFresh() === true && login.isAt(revision) ? before.principal : null;
    },
  };
}

/** Whether a request shows a session where that is enough; credentials of its own go first. */
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

/** Remembers whose the credentials of a request are, so that the next one has its name from the start. */
function rememberLogin(request: FastifyRequest, logins: RecentLogins, user: string): void {
  const credentials = credentialsIn(request.headers);
  const isKnown = request.asker.name === nameOf(request, user);
  if (credentials !== undefined && !isKnown) logins.remember(credentials, user);
}

/**
 * Hashes a password again at a cost that has risen, in the slot of its check: now it is at hand. Gives the hash;
 * undefined where the account has another one meanwhile.
 */
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
