/**
 * What no HTTP client would send, and what comes too slowly: the answer arrives, is plain text with
 * the limit, and ends the connection (docs/compatibility.md, "Errors" and "Bounds").
 */
import { once } from "node:events";
import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { answersIn, converse, say } from "../support/servers/conversation.ts";
import { eventually } from "../support/run/eventually.ts";

type Options = Parameters<typeof startCatalog>[0];

async function listen(options: Options = {}): Promise<string> {
  const { app } = await startCatalog(options);
  return app.listen({ host: "127.0.0.1", port: 0 });
}

const head = (line: string, ...more: readonly string[]) =>
  [line, "Host: catalog.test", `Authorization: ${AUTHORIZATION}`, ...more, "", ""].join("\r\n");

const post = (...more: readonly string[]) =>
  head("POST /rest/styles HTTP/1.1", "Content-Type: application/vnd.ogc.sld+xml", ...more);

describe("what is not HTTP", () => {
  test.for([
    [
      "a bad chunk",
      `${post("Transfer-Encoding: chunked")}zz\r\n`,
      400,
      /^The request cannot be read: .*chunk size/,
    ],
    [
      "a length and chunks",
      `${post("Content-Length: 3", "Transfer-Encoding: chunked")}0\r\n\r\n`,
      400,
      /Content-Length/,
    ],
    ["an unknown method", head("FROB /rest/styles HTTP/1.1"), 400, /method/i],
    ["a byte that no address has", head("GET /rest/styles/a\xffb HTTP/1.1"), 400, /./],
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, /./],
    [
      "headers of more than 32 KiB",
      head("GET /rest/styles HTTP/1.1", `X-Long: ${"x".repeat(33 * 1_024)}`),
      431,
      /more than 32768 bytes; the limit is 32768/,
    ],
    [
      "many short headers",
      head(
        "GET /rest/styles HTTP/1.1",
        ...Array.from({ length: 5_000 }, (_unused, n) => `X-${n}: 1`),
      ),
      431,
      /the limit is 32768/,
    ],
    [
      "extensions of chunks without an end",
      `${post("Transfer-Encoding: chunked")}1;${"x".repeat(20_000)}\r\n`,
      413,
      /extensions.*the limit is 16384/,
    ],
    ["a way through", head("CONNECT catalog.test:443 HTTP/1.1"), 405, /CONNECT/],
    ["an expectation", head("GET /rest/styles HTTP/1.1", "Expect: the best"), 417, /Expect/],
    [
      "two names of the host",
      head("GET /rest/styles.json HTTP/1.1", "Host: other.test"),
      400,
      /Host/,
    ],
    ["no name of the host", "GET /rest/styles.json HTTP/1.1\r\n\r\n", 400, /Host/],
    [
      "a name of the host that is none",
      'GET /rest/styles.json HTTP/1.1\r\nHost: a"b\r\n\r\n',
      400,
      /Host/,
    ],
  ] as const)("%s", async ([_name, text, status, body]) => {
    const origin = await listen();
    const answers = answersIn(await say(origin, Buffer.from(text, "latin1")));
    expect(answers).toHaveLength(1);
    const [answer] = answers;
    expect(answer).toMatchObject({
      status,
      headers: { connection: "close", "content-type": "text/plain; charset=utf-8" },
    });
    expect(answer?.body).toMatch(body);
  });

  test("behind a request that is, is refused after that one's answer", async () => {
    const origin = await listen();
    const good = head("GET /rest/styles.json HTTP/1.1");
    const answers = answersIn(await say(origin, `${good}FROB / HTTP/1.1\r\n\r\n`));
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });
});

describe("what comes too slowly", () => {
  const slow = { bodyGraceMs: 200, bodyBytesPerSecond: 16 * 1_024 };
  test.for([
    ["a body with a length", "Content-Length: 100000"],
    ["a body in chunks", "Transfer-Encoding: chunked"],
  ] as const)("%s", async ([_name, header]) => {
    const origin = await listen({ limits: slow });
    const { socket, end } = await converse(origin);
    socket.write(post(header));
    const drip = setInterval(() => {
      socket.write(header.startsWith("Content") ? "x" : "1\r\nx\r\n");
    }, 50);
    const [answer] = answersIn(await end());
    clearInterval(drip);
    expect(answer).toMatchObject({ status: 408, headers: { connection: "close" } });
    expect(answer?.body).toMatch(
      /^The body came too slowly: \d+ bytes in \d+ s; the limit is 16384 bytes a second after the first 0\.2 s$/,
    );
  });

  const short = { headersTimeoutMs: 300, timeoutCheckMs: 50 };
  test("headers", async () => {
    const origin = await listen({ limits: short });
    const text = await say(origin, "GET /rest/styles.json HTTP/1.1\r\nHost: catalog.test\r\n");
    const [answer] = answersIn(text);
    expect(answer).toMatchObject({ status: 408, headers: { connection: "close" } });
    expect(answer?.body).toBe("The headers did not come whole; the limit is 0.3 s");
  });

  test("a connection that brings nothing ends without a word", async () => {
    const origin = await listen({ limits: short });
    expect(await say(origin, "")).toBe("");
  });
});

test("an upload that its client gives up is no fault of the server", async () => {
  const lines: { level: number; msg: string }[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      for (const line of chunk.toString().trim().split("\n")) lines.push(JSON.parse(line));
      done();
    },
  });
  const { app } = await startCatalog({ logger: pino({ level: "info" }, sink) });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const uploads = [post("Content-Length: 1000000"), post("Transfer-Encoding: chunked")];
  for (const text of uploads) {
    const { socket } = await converse(origin);
    socket.write(`${text}10\r\nxxxxxxxxxxxxxxxx\r\n`);
    await eventually(() => expect(app.admission.underWay().requests).toBe(1));
    socket.resetAndDestroy();
    await once(socket, "close");
    await eventually(() => expect(lines.at(-1)?.msg).toMatch(/client left/));
  }
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});

test("a name of the host is not needed before HTTP/1.1, and links have one all the same", async () => {
  const origin = await listen();
  const auth = `Authorization: ${AUTHORIZATION}`;
  const [answer] = answersIn(
    await say(origin, `GET /rest/workspaces.json HTTP/1.0\r\n${auth}\r\n\r\n`),
  );
  expect(answer?.status).toBe(200);
  const [styles] = answersIn(
    await say(origin, `GET /rest/styles.json HTTP/1.0\r\n${auth}\r\n\r\n`),
  );
  expect(styles?.body).toContain(`${origin}/rest/styles/point.json`);
});

describe("a body is not asked for before it is known to be wanted", () => {
  const expecting = (authorization: string, length = "Content-Length: 5") =>
    `PUT /rest/resource/x.txt HTTP/1.1\r\nHost: h\r\nAuthorization: ${authorization}\r\n` +
    `Content-Type: text/plain\r\n${length}\r\nExpect: 100-continue\r\n\r\n`;

  test("credentials that are wrong", async () => {
    const origin = await listen();
    const heard = await say(origin, expecting(`Basic ${btoa("admin:wrong")}`));
    expect(answersIn(heard)).toMatchObject([{ status: 401, headers: { connection: "close" } }]);
  });

  test("a body that is too long", async () => {
    const origin = await listen();
    const heard = await say(origin, expecting(AUTHORIZATION, `Content-Length: ${2 ** 40}`));
    expect(answersIn(heard)).toMatchObject([{ status: 413, headers: { connection: "close" } }]);
  });

  test("one that is wanted", async () => {
    const origin = await listen();
    const { socket, heard, end } = await converse(origin);
    socket.write(expecting(AUTHORIZATION));
    await eventually(() => expect(heard()).toBe("HTTP/1.1 100 Continue\r\n\r\n"));
    socket.write("hello");
    await eventually(() => expect(heard()).toMatch(/HTTP\/1\.1 201 /));
    socket.end();
    await end();
  });
});
