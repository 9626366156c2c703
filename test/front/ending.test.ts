/**
 * A server that ends: what it had begun is answered, what comes late is asked to go elsewhere, and what never
 * ends does not keep it (docs/compatibility.md, "Ending").
 */
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { uncancellable } from "../../src/server/plugins/turns.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { answersIn, converse } from "../support/servers/conversation.ts";
import { eventually } from "../support/run/eventually.ts";

const request = (line: string, ...more: readonly string[]) =>
  [
    `${line} HTTP/1.1`,
    "Host: catalog.test",
    `Authorization: ${AUTHORIZATION}`,
    ...more,
    "",
    "",
  ].join("\r\n");
const get = request("GET /rest/about/version.json");
const late = {
  status: 503,
  headers: { connection: "close", "retry-after": "5", "content-type": "text/plain; charset=utf-8" },
  body: "The server ends; send this again when it is back",
};

async function start(options: Parameters<typeof startCatalog>[0] = {}) {
  const catalog = await startCatalog(options);
  const origin = await catalog.app.listen({ host: "127.0.0.1", port: 0 });
  return { ...catalog, origin };
}

/** A request that is under way until it is let go. */
async function hold({ app }: Awaited<ReturnType<typeof start>>) {
  const held = Promise.withResolvers<void>();
  const turns = ["a", "b", "c", "d"].map((name) =>
    app.admission.reads.take(uncancellable(name), () => held.promise),
  );
  return async () => {
    held.resolve();
    await Promise.all(turns);
  };
}

test("what is under way is answered, what comes meanwhile is not taken on", async () => {
  const server = await start();
  const letGo = await hold(server);
  const [busy, idle] = [await converse(server.origin), await converse(server.origin)];
  busy.socket.write(get.repeat(3));
  await eventually(() => expect(server.app.admission.reads.counts().waiting).toBe(1));
  const closed = server.close();
  // What reached it before is taken on first, so the first of these may be among that.
  await eventually(async () => {
    const { socket, heard } = await converse(server.origin);
    socket.write(get);
    await vi.waitFor(() => expect(answersIn(heard())).toMatchObject([late]), { timeout: 300 });
  });
  expect(await server.readiness()).toMatchObject({ ready: false, state: "ending" });
  // A connection from before has come late with its request.
  idle.socket.write(get);
  expect(answersIn(await idle.end())).toMatchObject([late]);
  await letGo();
  const answers = answersIn(await busy.end());
  expect(answers.map(({ status, headers }) => [status, headers["connection"]])).toEqual([
    [200, "keep-alive"],
    [200, "keep-alive"],
    [200, "close"],
  ]);
  await closed;
  await expect(converse(server.origin)).rejects.toThrow(/ECONNREFUSED/);
});

test("with a shutdown delay it goes on while others see that it is not ready, and ends connections with their answers", async () => {
  const server = await start({ limits: { shutdownDelayMs: 1_500 } });
  const kept = await converse(server.origin);
  const closed = server.close();
  expect(await server.readiness()).toMatchObject({ ready: false, state: "ending" });
  kept.socket.write(get);
  const [answer] = answersIn(await kept.end());
  expect([answer?.status, answer?.headers["connection"]]).toEqual([200, "close"]);
  const newcomer = await converse(server.origin);
  newcomer.socket.write(get.repeat(2));
  expect(answersIn(await newcomer.end()).map(({ status }) => status)).toEqual([200, 200]);
  const resting = await converse(server.origin);
  await closed;
  await expect(converse(server.origin)).rejects.toThrow(/ECONNREFUSED/);
  expect(answersIn(resting.heard())).toEqual([]);
});

test("a body that never ends is refused", async () => {
  const server = await start({ limits: { drainBodyMs: 50, drainMs: 10_000 } });
  const never = await converse(server.origin);
  never.socket.write(
    request("PUT /rest/resource/x", "Content-Type: text/plain", "Content-Length: 9") + "some",
  );
  await eventually(() => expect(server.app.admission.underWay().requests).toBe(1));
  const closed = server.close();
  expect(answersIn(await never.end())).toMatchObject([late]);
  await closed;
});

test("work that never ends, and an answer that nobody fetches, do not keep it", async () => {
  const server = await start({ limits: { drainMs: 100, lingerMs: 100 } });
  await hold(server);
  const stuck = await converse(server.origin);
  stuck.socket.write(get);
  await eventually(() => expect(server.app.admission.reads.counts().waiting).toBe(1));
  await server.close();
  await stuck.end();
});

test("connections that rest end with it", async () => {
  const server = await start();
  const all = await Promise.all(Array.from({ length: 20 }, () => converse(server.origin)));
  for (const { socket } of all.slice(10)) socket.write(get);
  for (const { heard } of all.slice(10)) await eventually(() => expect(heard()).toMatch(/200 OK/));
  await server.close();
  for (const { socket } of all) if (!socket.destroyed) await once(socket, "close");
});
