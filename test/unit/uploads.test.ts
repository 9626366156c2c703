/** Large bodies that are watched on their way: the same bytes arrive, and refusals are still heard. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { openClient, type Exchange, type Upload } from "../../src/reconciler/client/http.ts";

const BODY = new Uint8Array(3 * 1024 * 1024 + 17).map((_unused, index) => index % 251);

async function clientOf(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const uploads: Upload[] = [];
  const exchanges: Exchange[] = [];
  const client = openClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user: "a",
    password: secret("b"),
    loadBody: async () => BODY,
    onUpload: (upload) => uploads.push(upload),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { client, uploads, exchanges };
}

const request = {
  method: "PUT",
  path: "/a",
  query: { b: "c" },
  body: { kind: "text", text: "" },
} as const;

test("what arrives is what was sent, and how far it is only grows", async () => {
  let arrived: { length: string | undefined; body: Buffer } | undefined;
  const { client, uploads, exchanges } = await clientOf((incoming, answer) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => {
      arrived = { length: incoming.headers["content-length"], body: Buffer.concat(pieces) };
      answer.writeHead(201).end();
    });
  });
  expect((await client.send(request)).status).toBe(201);
  expect(arrived?.length).toBe(String(BODY.length));
  expect(arrived?.body.equals(BODY)).toBe(true);
  const sent = uploads.map((upload) => upload.sent);
  expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  expect(uploads.length).toBeGreaterThan(10);
  expect(uploads.at(-1)).toEqual({
    method: "PUT",
    path: "/a?b=c",
    sent: BODY.length,
    bytes: BODY.length,
  });
  expect(exchanges).toEqual([
    { method: "PUT", path: "/rest/a?b=c", status: 201, milliseconds: expect.any(Number) },
  ]);
});

test("a refusal before the end of the body is an answer", async () => {
  const { client, exchanges } = await clientOf((incoming, answer) => {
    incoming.once("data", () => {
      answer.writeHead(413).end("too large");
      incoming.resume();
    });
  });
  expect((await client.send(request)).status).toBe(413);
  expect(exchanges).toMatchObject([{ status: 413 }]);
});

test("a server that hangs up is no answer", async () => {
  const { client, exchanges } = await clientOf((incoming) => {
    incoming.once("data", () => incoming.socket.destroy());
  });
  await expect(client.send(request)).rejects.toThrow(/PUT \/rest\/a\?b=c got no answer/);
  expect(exchanges).toMatchObject([{ status: undefined }]);
});
