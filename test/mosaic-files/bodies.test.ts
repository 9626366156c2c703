/**
 * Bodies that a route gets as files: whatever their size they go to disk, and however the request
 * ends, nothing of them stays there.
 */
import { readdirSync, readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { http } from "../../src/model/limits.ts";
import { CatalogError } from "../../src/server/catalog/errors.ts";
import { installBodies } from "../../src/server/plugins/bodies.ts";
import { dialectOf } from "../../src/server/catalog/dialect.ts";
import { installErrors } from "../../src/server/plugins/errors.ts";
import { stagedBody } from "../../src/server/plugins/staged-body.ts";
import { openStaging, type Staging } from "../../src/server/plugins/staging.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { sendRaw } from "../support/servers/http.ts";

const MIB = 1024 * 1024;
const LIMIT = 8 * MIB;
/** What is waited for comes in a moment, but for a machine that is busy with something else. */
const PATIENT = { timeout: 20_000 };

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Says what is in the file. */
const tell: Handler = async (request) => {
  const body = stagedBody(request);
  if (body === undefined) return { none: true };
  const content = readFileSync(body.path);
  return { bytes: body.bytes, same: content.byteLength === body.bytes, first: content[0] };
};

const tellBytes: Handler = async (request) => {
  const { body } = request;
  return { bytes: body instanceof Uint8Array ? body.byteLength : -1, file: stagedBody(request) };
};

/** A server with one route that takes files, and one that does not. */
async function serve(
  handler: Handler,
  wrap: (staging: Staging) => Staging = (staging) => staging,
): Promise<{ origin: string; staged: () => readonly string[]; folder: string }> {
  const folder = temporaryFolder();
  const app = fastify();
  installErrors(app, dialectOf({ dialect: "documented" }));
  app.decorate("bodiesEnd", new AbortController().signal);
  installBodies(app, wrap(openStaging(join(folder, "staging"), 0)), http);
  app.put("/file", { bodyLimit: LIMIT, config: { body: "file" } }, handler);
  app.route({ method: "PUT", url: "/bytes", bodyLimit: LIMIT, handler: tellBytes });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { origin, folder, staged: () => readdirSync(join(folder, "staging")) };
}

const put = (body?: Uint8Array | string, headers: Record<string, string> = {}, path = "/file") => ({
  method: "PUT",
  path,
  headers: { "content-type": "application/zip", ...headers },
  body,
});

const answerOf = ({ body }: { body: Buffer }): unknown => JSON.parse(body.toString());

describe("the file", () => {
  test.for([
    ["nothing", 0],
    ["a byte", 1],
    ["what fits in memory", 1_000],
    ["what does not", 3 * MIB],
    ["the most", LIMIT],
  ] as const)("holds %s", async ([_name, bytes]) => {
    const { origin, staged } = await serve(tell);
    const body = Buffer.alloc(bytes, "x");
    const first = bytes === 0 ? {} : { first: 120 };
    for (const chunked of bytes === 0 ? [true] : [true, false]) {
      const answer = await sendRaw(origin, { ...put(body), chunked });
      expect(answerOf(answer)).toEqual({ bytes, same: true, ...first });
      expect(staged()).toEqual([]);
    }
  });

  test("holds what gzip packed", async () => {
    const { origin, staged } = await serve(tell);
    const zipped = gzipSync(Buffer.alloc(900_000, "xyz"));
    const answer = await sendRaw(origin, put(zipped, { "content-encoding": "gzip" }));
    expect(answerOf(answer)).toEqual({ bytes: 900_000, same: true, first: 120 });
    expect(staged()).toEqual([]);
  });

  test("is not there when there is no body", async () => {
    const { origin } = await serve(tell);
    expect(answerOf(await sendRaw(origin, { method: "PUT", path: "/file" }))).toEqual({
      none: true,
    });
  });

  test("is given to no other route", async () => {
    const { origin } = await serve(tell);
    for (const bytes of [10, MIB]) {
      const answer = await sendRaw(origin, put(Buffer.alloc(bytes), {}, "/bytes"));
      expect(answerOf(answer)).toEqual({ bytes });
    }
  });

  test("is written as it comes, never collected", async () => {
    const chunks: number[] = [];
    const whole = vi.fn<() => void>();
    const { origin } = await serve(tell, (staging) => ({
      ...staging,
      create: async () => {
        const file = await staging.create();
        const append = async (chunk: Uint8Array) => {
          chunks.push(chunk.byteLength);
          await file.append(chunk);
        };
        const content = async () => {
          whole();
          return file.content();
        };
        return { ...file, append, content };
      },
    }));
    await sendRaw(origin, put(Buffer.alloc(6 * MIB)));
    expect(chunks.reduce((sum, bytes) => sum + bytes, 0)).toBe(6 * MIB);
    expect(Math.max(...chunks)).toBeLessThanOrEqual(MIB);
    expect(whole).not.toHaveBeenCalled();
  });

  test("can be read whole when it is small", async () => {
    const { origin } = await serve(async (request) => stagedBody(request)?.content(5));
    expect((await sendRaw(origin, put("12345"))).body.toString()).toBe("12345");
    const refused = await sendRaw(origin, put("123456"));
    expect(refused.status).toBe(413);
    expect(refused.body.toString()).toBe("The body has 6 bytes; the limit is 5");
  });
});

describe("afterwards nothing is there", () => {
  test.for([
    ["too many bytes", Buffer.alloc(LIMIT + 1), {}, 413],
    ["gzip that is none", "plain", { "content-encoding": "gzip" }, 400],
    [
      "gzip that inflates too far",
      gzipSync(Buffer.alloc(7 * MIB)),
      { "content-encoding": "gzip" },
      413,
    ],
    [
      "gzip of too many bytes",
      gzipSync(Buffer.alloc(LIMIT + 1, "abc")),
      { "content-encoding": "gzip" },
      413,
    ],
    ["another encoding", "x", { "content-encoding": "br" }, 415],
  ] as const)("%s", async ([_name, body, headers, status]) => {
    const { origin, staged } = await serve(tell);
    for (const chunked of [true, false]) {
      const answer = await sendRaw(origin, { ...put(body, headers), chunked }).catch(
        () => undefined,
      );
      // A client that is still sending may be cut off before it sees the answer.
      if (answer !== undefined) expect(answer.status).toBe(status);
      await vi.waitFor(() => expect(staged()).toEqual([]), PATIENT);
    }
  });

  test.for([
    ["a refusal", new CatalogError("not-found", "no"), 404],
    ["a fault", new Error("unexpected"), 500],
  ] as const)("%s of the handler", async ([_name, error, status]) => {
    const { origin, staged } = await serve(async () => Promise.reject(error));
    expect((await sendRaw(origin, put(Buffer.alloc(MIB)))).status).toBe(status);
    expect(staged()).toEqual([]);
  });

  test("a handler that moves it away", async () => {
    const kept = join(temporaryFolder(), "kept");
    const { origin, staged } = await serve(async (request) => {
      await rename(stagedBody(request)?.path ?? "", kept);
      return {};
    });
    expect((await sendRaw(origin, put("kept"))).status).toBe(200);
    expect(staged()).toEqual([]);
    expect(readFileSync(kept, "utf8")).toBe("kept");
  });

  test("a client that goes half way", async () => {
    const { origin, staged } = await serve(tell);
    const socket = open(origin, 2 * MIB);
    socket.write(Buffer.alloc(MIB));
    await vi.waitFor(() => expect(staged()).toHaveLength(1), PATIENT);
    socket.destroy();
    await vi.waitFor(() => expect(staged()).toEqual([]), PATIENT);
  });

  test("a client that goes while the handler works, which keeps the file until it is done", async () => {
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    let read = 0;
    const { origin, staged } = await serve(async (request, reply) => {
      entered.resolve();
      await new Promise((resolve) => void reply.raw.once("close", resolve));
      await leave.promise;
      read = readFileSync(stagedBody(request)?.path ?? "").byteLength;
      return {};
    });
    const socket = open(origin, MIB);
    socket.write(Buffer.alloc(MIB));
    await entered.promise;
    socket.destroy();
    leave.resolve();
    await vi.waitFor(() => expect(read).toBe(MIB), PATIENT);
    await vi.waitFor(() => expect(staged()).toEqual([]), PATIENT);
  });

  test("a full disk", async () => {
    const { origin, staged } = await serve(tell, (staging) => ({
      ...staging,
      create: async () => {
        const file = await staging.create();
        const append = async () => {
          throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
        };
        return { ...file, append };
      },
    }));
    expect((await sendRaw(origin, put("x"))).status).toBe(507);
    expect(staged()).toEqual([]);
  });
});

test("four large bodies are worked on at once, small ones pass by", async () => {
  const gate = Promise.withResolvers<void>();
  let entered = 0;
  const { origin } = await serve(async (request) => {
    entered++;
    if ((stagedBody(request)?.bytes ?? 0) > MIB / 2) await gate.promise;
    return {};
  });
  const large = Array.from({ length: 6 }, () => sendRaw(origin, put(Buffer.alloc(MIB))));
  await vi.waitFor(() => expect(entered).toBe(4), PATIENT);
  expect((await sendRaw(origin, put("small"))).status).toBe(200);
  expect(entered).toBe(5);
  gate.resolve();
  expect((await Promise.all(large)).map(({ status }) => status)).toEqual(large.map(() => 200));
});

/** A request of so many bytes whose body is still to be written. */
function open(origin: string, bytes: number): ReturnType<typeof connect> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const head = ["PUT /file HTTP/1.1", `Host: ${hostname}`, "Content-Type: application/zip"];
  socket.write(`${[...head, `Content-Length: ${bytes}`].join("\r\n")}\r\n\r\n`);
  return socket;
}
