/** Document databases that cannot be used: a clear refusal, no credentials in it, nothing lost. */
import { BSON } from "mongodb";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { documentDatabase as limits } from "../../src/model/limits.ts";
import {
  startDocumentServer,
  type DocumentServer,
  type Trouble,
} from "../support/databases/document-server.ts";
import { id, INTERNAL, mappingOf, openDoor, STORE, type Door } from "./support.ts";

const PASSWORD = "hunter2-never-shown";
const stations = { documents: [{ _id: id(1), name: "one" }] };

const troubles: readonly (readonly [string, Trouble, RegExp])[] = [
  ["a connection cut in the greeting", { cut: ["hello"] }, /cannot be reached within its time/],
  ["a greeting that never comes", { stall: ["hello"] }, /cannot be reached within its time/],
  ["a connection cut while indexes are read", { cut: ["listIndexes"] }, /broke off/],
  ["a connection cut while documents are read", { cut: ["find"] }, /broke off/],
  ["documents that never come", { stall: ["find"] }, /did not answer in time/],
  [
    "credentials that are refused",
    {
      answers: {
        saslStart: { ok: 0, code: 18, codeName: "AuthenticationFailed", errmsg: `no ${PASSWORD}` },
      },
    },
    /refused the credentials of the mapping/,
  ],
  [
    "a collection that may not be read",
    { answers: { find: { ok: 0, code: 13, codeName: "Unauthorized", errmsg: `no ${PASSWORD}` } } },
    /answered with an error \(Unauthorized\)/,
  ],
  ["an answer that is none", { answers: { find: { ok: 1 } } }, /cannot be used/],
];

describe.for(dialects)("%s", (dialect) => {
  let door: Door;
  let server: DocumentServer;
  beforeAll(async () => {
    door = await openDoor({ dialect });
  });
  afterAll(() => door.close());
  afterEach(() => server.close());

  // What goes wrong is the same in both dialects; only the status differs.
  test.for(dialect === "documented" ? troubles : troubles.slice(-1))(
    "%s",
    async ([, trouble, reason]) => {
      server = await startDocumentServer({ stations });
      const user = reason.source.includes("credentials") ? `user:${PASSWORD}@` : "";
      const at = (port: number) => `mongodb://${user}127.0.0.1:${port}/geo`;
      await door.use(mappingOf(at(server.port).replace(user, ""), "stations"));
      await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=1`);
      const before = await door.schemas();
      expect(before).toHaveLength(1);
      const good = server;
      server = await startDocumentServer({ stations }, trouble);
      await good.close();
      const upload = "/workspaces/w1/datastores/st/file.appschema?configure=none";
      await door.send("PUT", upload, mappingOf(at(server.port), "stations"));

      const answer = await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=1`);

      expect(answer.status, answer.text).toBe(dialect === "documented" ? 502 : 500);
      expect(answer.text).toMatch(/^The document database of the internal store db /);
      expect(answer.text).toMatch(reason);
      expect(answer.text).not.toContain(PASSWORD);
      expect(await door.schemas()).toEqual(before);
      await expect.poll(() => server.open()).toBe(0);
    },
  );

  test("nobody listens", async () => {
    server = await startDocumentServer({});
    await server.close();
    await door.use(mappingOf(`mongodb://u:${PASSWORD}@127.0.0.1:${server.port}/geo`, "stations"));
    const answer = await door.send("POST", `${STORE}/rebuildMongoSchemas?max=1`);
    expect(answer.status).toBe(dialect === "documented" ? 502 : 500);
    expect(answer.text).toMatch(/cannot be reached within its time \(ECONNREFUSED\)/);
    expect(answer.text).not.toContain(PASSWORD);
  });

  test.for([
    "{host}:{port}/base",
    `http://u:${PASSWORD}@127.0.0.1/geo`,
    `mongodb://u:${PASSWORD}@127.0.0.1:1`,
    `mongodb://u:${PASSWORD}@{host}:{port}/base`,
    `mongodb://u:${PASSWORD}@127.0.0.1:1/geo?unheardOf=1`,
    `mongodb://u:${PASSWORD}@127.0.0.1:99999/geo`,
  ])("an address that is none: %s", async (address) => {
    await door.use(mappingOf(address, "stations"));
    const answer = await door.send("POST", `${STORE}/rebuildDocDbSchemas?max=1`);
    expect(answer.status, answer.text).toBe(dialect === "documented" ? 422 : 500);
    expect(answer.text).toMatch(/^The data_store of the internal store db /);
    expect(answer.text).not.toContain(PASSWORD);
  });
});

describe("bounds", () => {
  let door: Door;
  let server: DocumentServer;
  beforeAll(async () => {
    door = await openDoor({
      timeouts: { selectionTimeoutMs: 800, operationTimeoutMs: 5_000, requestTimeoutMs: 1_000 },
    });
  });
  afterAll(() => door.close());
  afterEach(() => server.close());

  async function rebuild(documents: readonly object[], trouble: Trouble = {}) {
    server = await startDocumentServer({ stations: { documents } }, trouble);
    await door.use(mappingOf(`mongodb://127.0.0.1:${server.port}/geo`, "stations"));
    return door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=5`);
  }

  /** A document of so many bytes. */
  const sized = (bytes: number) => {
    const empty = BSON.calculateObjectSize({ _id: id(1), pad: "" });
    return { _id: id(1), pad: "x".repeat(bytes - empty) };
  };

  test("a document as large as the bound, and one byte more", async () => {
    expect((await rebuild([sized(limits.documentBytes)])).status).toBe(200);
    await server.close();
    expect(await rebuild([sized(limits.documentBytes + 1)])).toEqual({
      status: 413,
      text: `A document has ${limits.documentBytes + 1} bytes; the limit is ${limits.documentBytes}`,
    });
    expect(await door.schemas()).toEqual([]);
  });

  test("more paths than the bound", async () => {
    const wide = (count: number) => [
      Object.fromEntries(Array.from({ length: count }, (_unused, n) => [`a${n}`, true])),
    ];
    expect((await rebuild(wide(limits.attributes))).status).toBe(200);
    await server.close();
    const answer = await rebuild(wide(limits.attributes + 1));
    expect(answer.status).toBe(413);
    expect(answer.text).toMatch(/hold more than 10000 paths/);
  });

  test("more time than the bound", async () => {
    const answer = await rebuild([], { stall: ["find"] });
    expect(answer.status).toBe(502);
    expect(answer.text).toMatch(/took too long/);
  });

  test("a name that the server does not take is no fault of the server", async () => {
    const answers = { listIndexes: { ok: 0, code: 73, codeName: "InvalidNamespace", errmsg: "x" } };
    expect((await rebuild([], { answers })).status).toBe(422);
  });

  test("bytes that are no document", async () => {
    const broken = {
      cursor: { id: BSON.Long.ZERO, ns: "geo.stations", firstBatch: ["text"] },
      ok: 1,
    };
    const answer = await rebuild([], { answers: { find: broken } });
    expect(answer.status, answer.text).toBe(502);
  });
});
