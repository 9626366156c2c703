/**
 * Many connections, and much on one: newcomers get in as long as anything rests, answers come in the order
 * of the requests, and who does not read is neither read from nor waited for (docs/compatibility.md, "Bounds").
 */
import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { uncancellable } from "../../src/server/plugins/turns.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { answersIn, converse, type Conversation } from "../support/servers/conversation.ts";
import { eventually } from "../support/run/eventually.ts";

async function listen(options: Parameters<typeof startCatalog>[0] = {}): Promise<string> {
  const { app } = await startCatalog(options);
  return app.listen({ host: "127.0.0.1", port: 0 });
}

const request = (line: string, ...more: readonly string[]) =>
  [`${line} HTTP/1.1`, "Host: catalog.test", ...more, "", ""].join("\r\n");
const authorization = `Authorization: ${AUTHORIZATION}`;
const get = request("GET /rest/about/version.json", authorization);

const heard = async ({ heard: text }: Conversation, pattern: RegExp) =>
  vi.waitFor(() => expect(text()).toMatch(pattern), { timeout: 20_000 });

/** A connection with a request whose body never comes whole. */
async function busy(origin: string, from?: string): Promise<Conversation> {
  const conversation = await converse(origin, from);
  conversation.socket.write(
    request(
      "PUT /rest/resource/x",
      authorization,
      "Content-Type: text/plain",
      "Content-Length: 9",
      "Expect: 100-continue",
    ),
  );
  await heard(conversation, /100 Continue/);
  return conversation;
}

const isOpen = ({ socket }: Conversation) => !socket.destroyed && !socket.readableEnded;

describe("connections", () => {
  const limits = { connections: 6, addressConnections: 4, lingerMs: 100 };

  test("of one address make room for each other, the one that rests longest first", async () => {
    const origin = await listen({ limits });
    const idle: Conversation[] = [];
    for (let n = 0; n < 4; n++) idle.push(await converse(origin));
    // Who has been served rests from then on.
    idle[0]?.socket.write(get);
    await heard(idle[0] as Conversation, /200 OK/);
    const fifth = await converse(origin);
    await idle[1]?.end();
    const sixth = await converse(origin);
    await idle[2]?.end();
    for (const one of [idle[0], idle[3], fifth, sixth])
      expect(isOpen(one as Conversation)).toBe(true);
    sixth.socket.write(get);
    await heard(sixth, /200 OK/);
  });

  test("that are at work are left alone, and a newcomer is reported", async () => {
    const origin = await listen({ limits });
    const all: Conversation[] = [];
    for (let n = 0; n < 4; n++) all.push(await busy(origin));
    const [answer] = answersIn(await (await converse(origin)).end());
    expect(answer).toMatchObject({
      status: 503,
      headers: { connection: "close", "retry-after": "5" },
      body: "The server has as many connections as it may, 6 in all and 4 from one address; try again",
    });
    const elsewhere = await converse(origin, "127.0.0.2");
    elsewhere.socket.write(get);
    await heard(elsewhere, /200 OK/);
    for (const one of all) expect(isOpen(one)).toBe(true);
  });

  test("of all addresses make room too, the address with the most first", async () => {
    const origin = await listen({ limits });
    const many: Conversation[] = [];
    for (let n = 0; n < 4; n++) many.push(await converse(origin));
    const few = [await converse(origin, "127.0.0.2"), await converse(origin, "127.0.0.2")];
    const newcomer = await converse(origin, "127.0.0.3");
    await many[0]?.end();
    for (const one of [...many.slice(1), ...few, newcomer]) expect(isOpen(one)).toBe(true);
  });

  test("of a trusted proxy are as many as there are", async () => {
    const origin = await listen({ limits, trustedProxies: ["127.0.0.1"] });
    const all: Conversation[] = [];
    for (let n = 0; n < 6; n++) all.push(await busy(origin));
    for (const one of all) expect(isOpen(one)).toBe(true);
  });

  test("end after their number of requests", async () => {
    const origin = await listen({ limits: { connectionRequests: 3 } });
    const conversation = await converse(origin);
    conversation.socket.write(get.repeat(5));
    const answers = answersIn(await conversation.end());
    expect(answers.map(({ status, headers }) => [status, headers["connection"]])).toEqual([
      [200, "keep-alive"],
      [200, "keep-alive"],
      [200, "close"],
    ]);
  });
});

describe("requests in one go", () => {
  test("are answered in their order, each after the one before", async () => {
    const origin = await listen();
    const conversation = await converse(origin);
    const put = (text: string) =>
      request("PUT /rest/resource/note.txt", authorization, `Content-Length: ${text.length}`) +
      text;
    const read = request("GET /rest/resource/note.txt", authorization);
    const rounds = 30;
    for (let n = 0; n < rounds; n++) conversation.socket.write(put(`text ${n}`) + read + read);
    await eventually(() => expect(answersIn(conversation.heard())).toHaveLength(3 * rounds));
    const texts = answersIn(conversation.heard()).map(({ body }) => body);
    for (let n = 0; n < rounds; n++)
      expect(texts.slice(3 * n + 1, 3 * n + 3)).toEqual([`text ${n}`, `text ${n}`]);
  });

  test("are all answered, however many", async () => {
    const origin = await listen({ limits: { connectionRequests: 10_000 } });
    const conversation = await converse(origin);
    conversation.socket.write(get.repeat(500));
    await vi.waitFor(
      () => expect(conversation.heard().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(500),
      { timeout: 30_000 },
    );
  });

  test("are not read while their answers are not", async () => {
    const { app } = await startCatalog({ limits: { connectionRequests: 100_000 } });
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    let begun = 0;
    app.server.on("request", () => begun++);
    const conversation = await converse(origin);
    conversation.socket.pause();
    const list = request("GET /rest/styles.json", authorization);
    conversation.socket.write(list.repeat(20_000));
    await eventually(() => expect(begun).toBeGreaterThan(16));
    let before = -1;
    await vi.waitFor(
      () => {
        const isAtRest = begun === before;
        before = begun;
        expect(isAtRest).toBe(true);
      },
      { timeout: 30_000, interval: 500 },
    );
    expect(begun).toBeLessThan(15_000);
    conversation.socket.resume();
    await eventually(() => expect(begun).toBeGreaterThan(before));
  });

  test("of which the second has no credentials either end the connection", async () => {
    const origin = await listen();
    const conversation = await converse(origin);
    conversation.socket.write(request("GET /rest/styles.json").repeat(5_000));
    const answers = answersIn(await conversation.end());
    expect(answers.map(({ status, headers }) => [status, headers["connection"]])).toEqual([
      [401, "keep-alive"],
      [401, "close"],
    ]);
  });

  test("may learn from the first answer what to send", async () => {
    const origin = await listen();
    const conversation = await converse(origin);
    const bare = request("GET /rest/about/version.json");
    conversation.socket.write(bare + get + bare + get);
    await eventually(() => expect(answersIn(conversation.heard())).toHaveLength(4));
    expect(answersIn(conversation.heard()).map(({ status }) => status)).toEqual([
      401, 200, 401, 200,
    ]);
  });
});

describe("answers that nobody fetches", () => {
  test("end their connection after a while", async () => {
    const { app } = await startCatalog({
      limits: { sendGraceMs: 200, sendBytesPerSecond: 1_000_000_000 },
    });
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const headers = { authorization: AUTHORIZATION, "content-type": "application/octet-stream" };
    const payload = Buffer.alloc(40 * 1024 * 1024);
    await app.inject({ method: "PUT", url: "/rest/resource/large.bin", headers, payload });
    const conversation = await converse(origin);
    conversation.socket.pause();
    const asked = once(app.server, "request") as Promise<[{ socket: NodeJS.EventEmitter }]>;
    conversation.socket.write(request("GET /rest/resource/large.bin", authorization));
    const [{ socket }] = await asked;
    await once(socket, "close");
    expect(app.admission.underWay()).toEqual({ requests: 0, unsentBytes: 0 });
  });
});

test("what waits for a client that has left is not done", async () => {
  const { app } = await startCatalog();
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const { reads } = app.admission;
  const held = Promise.withResolvers<void>();
  const others = ["a", "b", "c", "d"].map((name) =>
    reads.take(uncancellable(name), () => held.promise),
  );
  const all = await Promise.all(Array.from({ length: 20 }, () => converse(origin)));
  for (const { socket } of all) socket.write(get);
  await eventually(() => expect(reads.counts()).toEqual({ running: 4, waiting: 20 }));
  for (const { socket } of all.slice(1)) socket.resetAndDestroy();
  await eventually(() => expect(reads.counts()).toEqual({ running: 4, waiting: 1 }));
  expect(app.admission.underWay()).toEqual({ requests: 1, unsentBytes: 0 });
  held.resolve();
  await Promise.all(others);
  await heard(all[0] as Conversation, /200 OK/);
});

test.runIf(process.platform === "linux")(
  "a further address has the same front, and ends with the first one",
  async () => {
    const { app, close } = await startCatalog({ limits: { connectionRequests: 2 } });
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    await app.listenAlso("127.0.0.2");
    const further = `http://127.0.0.2:${port}`;
    const conversation = await converse(further);
    conversation.socket.write(get.repeat(3));
    expect(answersIn(await conversation.end()).map(({ status }) => status)).toEqual([200, 200]);
    const rests = await converse(further);
    await close();
    await rests.end();
    await expect(converse(further)).rejects.toThrow(/ECONNREFUSED/);
    await expect(app.listenAlso("192.0.2.1")).rejects.toThrow(/EADDRNOTAVAIL|ERR_/);
  },
);
