/** The document-database verbs as commands: done under the lock, refused where they cannot be done. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseLease, renderLease } from "../../src/reconciler/lock/lease.ts";
import { requestFor } from "../../src/reconciler/operations/document-schemas.ts";
import { operate, OperationError } from "../../src/reconciler/operations/operation.ts";
import type { Reader } from "../../src/wire/request.ts";
import { documentMapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { startDocumentServer, type DocumentServer } from "../support/databases/document-server.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, project, serverForFile } from "./support.ts";

const { url, run } = serverForFile();
const here = (...args: string[]) => runHere(args, { url: url() });

let documents: DocumentServer;

const send = (method: string, path: string, type: string, body: string) =>
  fetch(`${url()}/rest${path}`, {
    method,
    headers: { authorization: AUTHORIZATION, "content-type": type },
    body,
  });

beforeAll(async () => {
  documents = await startDocumentServer({ stations: { documents: [{ name: "one" }] } });
  const address = `mongodb://127.0.0.1:${documents.port}/geo`;
  const types = { A: { store: "db", collection: "stations" } };
  const mapping = documentMapping(types, { db: address });
  await send("POST", "/workspaces", "text/xml", "<workspace><name>w1</name></workspace>");
  const path = "/workspaces/w1/datastores/st/file.appschema?configure=none";
  const made = await send("PUT", path, "text/xml", mapping);
  if (made.status !== 201) throw new Error(`no store to work on: ${made.status}`);
});
afterAll(() => documents.close());

/** How many schemas are kept. */
async function kept(): Promise<number> {
  const path = `${url()}/rest/plumbline/document-schemas/w1/st/db`;
  const answer = await fetch(path, { headers: { authorization: AUTHORIZATION } });
  return ((await answer.json()) as { readonly schemas: readonly object[] }).schemas.length;
}

describe("operation", () => {
  test("rebuilds and cleans, of all and of one document database", async () => {
    const rebuilt = await run("operation", "rebuild-schemas", "w1:st", "--max", "10", "--yes");
    expect(rebuilt).toMatchObject({
      code: 0,
      stdout: "The schemas of all document databases in w1:st were rebuilt.\n",
      stderr: "",
    });
    expect(await kept()).toBe(1);
    const one = ["w1:st", "--internal-store", "db", "--yes", "-o", "json"];
    const cleaned = await here("operation", "clean-schemas", ...one);
    expect(cleaned.code).toBe(0);
    expect(JSON.parse(cleaned.stdout)).toEqual({
      format_version: "1.0",
      operation: "clean-schemas",
      store: "w1:st",
      internal_store: "db",
      objects: [{ object: "db in w1:st", outcome: "done", diagnostics: [] }],
      done: true,
    });
    expect(await kept()).toBe(0);
    const ids = "58e5889ce4b02461ad5af080,58e5889ce4b02461ad5af081";
    const again = await here("operation", "rebuild-schemas", ...one, "--ids", ids, "--max", "1");
    expect(again).toMatchObject({ code: 0 });
    expect(await kept()).toBe(1);
  });

  test.for([
    [["rebuild-schemas", "w1:st"], "give --max, --ids, or both"],
    [["clean-schemas", "w1:st", "--max", "3"], "for rebuild-schemas only"],
    [["clean-schemas", "st"], "it is named WORKSPACE:STORE"],
    [["rebuild-schemas", "w1:st", "--ids", "a,,b"], "an empty id"],
    [["rebuild-schemas", "w1:st", "--max", "0"], "It must be a number from 1 to 1000000"],
    [["forget-schemas", "w1:st"], "Allowed choices are clean-schemas, rebuild-schemas"],
    [["clean-schemas", "w1:st"], "give --yes"],
  ] as const)("%j is asked wrongly, or nobody is there to ask", async ([args, text]) => {
    expect(await here("operation", ...args)).toMatchObject({
      code: 64,
      stdout: "",
      stderr: expect.stringContaining(text),
    });
  });

  test("a store that is not there, and what the server refuses", async () => {
    const missing = await here("operation", "clean-schemas", "w1:none", "--yes", "-o", "json");
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.stdout)).toMatchObject({
      complete: false,
      diagnostics: [{ code: "server-refused", message: "There is no store w1:none" }],
    });
    const inner = ["w1:st", "--internal-store", "none", "--yes"];
    expect(await here("operation", "clean-schemas", ...inner)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("400 Internal Datastore not found."),
    });
  });

  test("waits for nobody who holds the lock, and lets it go after a refusal", async () => {
    const folder = estate("operated");
    await here("lock", folder, "--take", "--reason", "moving");
    const clean = ["operation", "clean-schemas", "w1:st", "-p", folder, "--yes"];
    expect(await here(...clean)).toMatchObject({ code: 5 });
    const { stdout } = await here("lock", folder, "-o", "json");
    const { lease } = JSON.parse(stdout) as { readonly lease: { readonly id: string } };
    await here("unlock", folder, "--force", lease.id);
    expect(await here(...clean, "--internal-store", "none")).toMatchObject({ code: 1 });
    expect(await here("lock", folder)).toMatchObject({
      stdout: "The estate operated is not locked.\n",
    });
  });

  test("shows whose lock it took over, but not with --quiet", async () => {
    const folder = estate("taken", {
      "plumbline.yaml": project("estate: taken\ninventory: local"),
    });
    const clean = ["operation", "clean-schemas", "w1:st", "-p", folder, "--yes"];
    for (const [number, flags] of [["1", []] as const, ["3", ["--quiet"]] as const]) {
      await here("lock", folder, "--take", "--reason", "short");
      const file = join(folder, `.plumbline/taken/lock.${number}.json`);
      const lease = parseLease(readFileSync(file, "utf8"), "taken");
      const renewed = new Date(0).toISOString();
      writeFileSync(file, renderLease({ ...lease, renewed }, "taken"));
      const { code, stderr } = await here(...clean, ...flags);
      const notice = expect.stringMatching(/^The lock of .* was taken over: .*\.\n$/);
      expect({ code, stderr }).toEqual({ code: 0, stderr: flags.length === 0 ? notice : "" });
    }
  });
});

describe("servers that lack it", () => {
  const operation = {
    verb: "rebuild-schemas",
    workspace: "w",
    store: "s",
    internalStore: undefined,
    ids: [],
    max: 3,
  } as const;
  /** Answers by path: the store is there, and the verbs as given. */
  const server =
    (statuses: Readonly<Record<string, number>>): Reader =>
    async ({ path }) => {
      const status = statuses[path.split("/").at(-1) ?? ""] ?? 404;
      return { status, headers: {}, body: new Uint8Array() };
    };

  test("are asked with GET alone, and distinguished by its status", async () => {
    await expect(requestFor(operation, server({ "s.xml": 200 }))).rejects.toThrow(
      "The server has no rebuild-schemas for app-schema stores",
    );
    const other = server({ "s.xml": 200, rebuildMongoSchemas: 405 });
    expect(await requestFor(operation, other)).toMatchObject({
      method: "POST",
      path: "/workspaces/w/appschemastores/s/rebuildMongoSchemas",
      query: { max: "3" },
    });
  });

  test("a refusal is an error that says what the server said", async () => {
    const body = new TextEncoder().encode("no such thing");
    const send = async () => ({ status: 404, headers: {}, body });
    const refused = operate({ method: "POST", path: "/x" }, send, async () => {});
    await expect(refused).rejects.toThrow(OperationError);
    await expect(refused).rejects.toThrow("The server refused: 404 no such thing");
  });

  test("a server that has no time is asked again, as it says", async () => {
    const waits: number[] = [];
    let left = 6;
    const send = async () => ({
      status: left-- > 0 ? 503 : 200,
      headers: { "retry-after": "3" },
      body: new Uint8Array(),
    });
    await operate({ method: "POST", path: "/x" }, send, async (ms) => void waits.push(ms));
    expect(waits).toHaveLength(6);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3_000);
  });
});
