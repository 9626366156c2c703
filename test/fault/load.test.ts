/** More requests at once than the server takes on: the rest is sent away, and comes back later. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { sendRaw } from "../support/servers/http.ts";

const list = {
  method: "GET",
  path: "/rest/styles.json",
  headers: { authorization: AUTHORIZATION },
};

test("512 requests are taken on, one more is asked to come back", async () => {
  const { app } = await startCatalog();
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const { hostname, port } = new URL(origin);
  const halfSent = async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(
      `PUT /rest/resource/x HTTP/1.1\r\nHost: h\r\nAuthorization: ${AUTHORIZATION}\r\n` +
        "Content-Type: text/plain\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
    );
    await once(socket, "data");
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: 512 }, halfSent));
  const refused = await sendRaw(origin, list);
  expect(refused.status).toBe(503);
  expect(refused.headers["retry-after"]).toBe("5");
  expect(refused.body.toString()).toBe("More than 512 requests are under way");
  for (const socket of sockets) socket.destroy();
  const isTakenOn = async () => expect((await sendRaw(origin, list)).status).toBe(200);
  await vi.waitFor(isTakenOn, { timeout: 20_000 });
});

test("requests that ended do not count", async () => {
  const { app } = await startCatalog();
  for (let n = 0; n < 600; n++) {
    expect((await app.inject({ url: list.path, headers: list.headers })).statusCode).toBe(200);
  }
});
