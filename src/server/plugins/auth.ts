/**
 * Basic authentication in front of everything, unknown paths included. Verified credentials are
 * remembered for a while by a keyed digest, so that hashing does not cap the throughput.
 */
import { createHmac, randomBytes } from "node:crypto";
import basicAuth from "@fastify/basic-auth";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { findAccount, rolesOf } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { checkUrl } from "./url.ts";

const KEPT = 1_024;
const KEPT_MS = 5 * 60_000;

/** Who makes a request. */
export interface Principal {
  readonly user: string;
  readonly roles: readonly string[];
}

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the request; null until the credentials were found right. */
    principal: Principal | null;
  }
  interface FastifyInstance {
    /** Forgets which credentials were found right, so that each is looked up and hashed again. */
    forgetCredentials: () => void;
  }
}

/** Installs authentication against the accounts of a catalog. */
export async function installAuth(app: FastifyInstance, catalog: Catalog): Promise<void> {
  const verified = verifiedCredentials();
  const nobody = await hashPassword(randomBytes(16).toString("hex"));
  app.decorateRequest("principal", null);
  app.decorate("forgetCredentials", verified.clear);
  await app.register(basicAuth, {
    authenticate: false,
    strictCredentials: false,
    validate: async (user: string, password: string, request: FastifyRequest) => {
      const { account, roles } = await catalog.read(async (reader) => {
        const found = await findAccount(reader, user);
        const enabled = found?.value.enabled === true ? found : undefined;
        return {
          account: enabled,
          roles: enabled === undefined ? [] : await rolesOf(reader, enabled),
        };
      });
      // An unknown user costs the same work, so that the time does not tell who exists.
      const hash = account?.value.hash ?? nobody;
      const right = verified.has(user, password, hash) || (await verifyPassword(password, hash));
      if (!right || account === undefined) {
        throw new CatalogError("unauthenticated", "The user name or password is wrong");
      }
      verified.add(user, password, hash);
      request.principal = { user, roles };
    },
  });
  app.addHook("onRequest", (request, reply, done) => {
    app.basicAuth.call(app, request, reply, (error?: Error) => done(error));
  });
  app.addHook("onRequest", async (request) => checkUrl(request));
}

/** Who makes a request that has passed authentication. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new TypeError("the request was not authenticated");
  return request.principal;
}

/** Marks depend on the stored hash, so another password takes effect with the next request. */
function verifiedCredentials() {
  const key = randomBytes(32);
  const until = new Map<string, number>();
  const mark = (user: string, password: string, hash: string) =>
    createHmac("sha256", key).update(`${user.length}:${user}${hash}${password}`).digest("base64");
  return {
    has: (user: string, password: string, hash: string) =>
      (until.get(mark(user, password, hash)) ?? 0) > Date.now(),
    add: (user: string, password: string, hash: string) => {
      if (until.size >= KEPT) until.clear();
      until.set(mark(user, password, hash), Date.now() + KEPT_MS);
    },
    clear: () => until.clear(),
  };
}
