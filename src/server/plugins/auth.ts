/**
 * Basic authentication in front of everything, unknown paths included. Verified credentials are
 * remembered for a while by a keyed digest, so that hashing does not cap the throughput.
 */
import { createHmac, randomBytes } from "node:crypto";
import basicAuth from "@fastify/basic-auth";
import type { FastifyInstance } from "fastify";
import { findAccount } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { checkUrl } from "./url.ts";

const KEPT = 1_024;
const KEPT_MS = 5 * 60_000;

/** Installs authentication against the accounts of a catalog. */
export async function installAuth(app: FastifyInstance, catalog: Catalog): Promise<void> {
  const verified = verifiedCredentials();
  const nobody = await hashPassword(randomBytes(16).toString("hex"));
  await app.register(basicAuth, {
    authenticate: false,
    strictCredentials: false,
    validate: async (user: string, password: string) => {
      if (verified.has(user, password)) return;
      const account = await catalog.read((reader) => findAccount(reader, user));
      // An unknown user costs the same work, so that the time does not tell who exists.
      const right = await verifyPassword(password, account?.value.hash ?? nobody);
      if (!right || account === undefined) {
        throw new CatalogError("unauthenticated", "The user name or password is wrong");
      }
      verified.add(user, password);
    },
  });
  app.addHook("onRequest", (request, reply, done) => {
    app.basicAuth.call(app, request, reply, (error?: Error) => done(error));
  });
  app.addHook("onRequest", async (request) => checkUrl(request));
}

function verifiedCredentials() {
  const key = randomBytes(32);
  const until = new Map<string, number>();
  const mark = (user: string, password: string) =>
    createHmac("sha256", key).update(`${user.length}:${user}${password}`).digest("base64");
  return {
    has: (user: string, password: string) => (until.get(mark(user, password)) ?? 0) > Date.now(),
    add: (user: string, password: string) => {
      if (until.size >= KEPT) until.clear();
      until.set(mark(user, password), Date.now() + KEPT_MS);
    },
  };
}
