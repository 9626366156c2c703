/**
 * The thing to compare reads with: a bare Fastify that sends the bytes that a file has, without a log, to who has
 * the right password, which is compared as a keyed digest. Prints its port.
 *
 *   node bare-reads.ts settings.json, which has {"user":…,"password":…,"routes":[{"path":…,"type":…,"etag":…,"file":…}]}
 */
import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import basicAuth from "@fastify/basic-auth";
import fastify from "fastify";

interface BareRoute {
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly file: string;
}

interface Bare {
  readonly user: string;
  readonly password: string;
  readonly routes: readonly BareRoute[];
}

const { user, password, routes } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Bare;
const key = randomBytes(32);
const digestOf = (name: string, secret: string) =>
  createHmac("sha256", key).update(`${name}:${secret}`).digest("base64");
const kept = digestOf(user, password);

const app = fastify();
await app.register(basicAuth, {
  validate: async (name: string, secret: string) => {
    if (digestOf(name, secret) !== kept) throw new Error("The user name or password is wrong");
  },
});
for (const { path, type, etag, file } of routes) {
  const body = readFileSync(file);
  app.get(path, { onRequest: app.basicAuth }, (request, reply) => {
    void reply.header("ETag", etag);
    if (request.headers["if-none-match"] === etag) void reply.code(304).send();
    else void reply.type(type).send(body);
  });
}
await app.listen({ port: 0, host: "127.0.0.1" });
const address = app.server.address();
console.log(typeof address === "object" ? address?.port : "");
