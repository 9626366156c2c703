/** V8 is asked for patience while the parser of answers is made, and for nothing afterwards. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cachedDataVersionTag } from "node:v8";
import { expect, onTestFinished, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { openClient } from "../../src/reconciler/client/http.ts";

test("with the first answer the flags of V8 are what they were, so kept code stays usable", async () => {
  const server = createServer((_incoming, answer) => answer.end("yes"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [user, password] = ["a", secret("b")];
  const loadBody = () => Promise.reject(new Error("no body"));
  onTestFinished(() => void server.close());
  const open = () => {
    const client = openClient({ url, user, password, loadBody });
    onTestFinished(client.close);
    return client;
  };
  // A client of another test that never connected may have left them otherwise.
  await open().read({ method: "GET", path: "/a" });
  const flags = cachedDataVersionTag();
  const client = open();
  expect(cachedDataVersionTag(), "while it is not made yet").not.toBe(flags);
  expect((await client.read({ method: "GET", path: "/a" })).status).toBe(200);
  expect(cachedDataVersionTag()).toBe(flags);
});
