/** Namespace URIs that go from one workspace to another: a server accepts each once. */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document, startPasses } from "../support/estates/passes.ts";
import { oneByFile } from "../support/run/scale.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

/** Workspaces by name with their URIs. */
const places = (uris: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(uris).map(([name, uri]) => [
      `${name}.yaml`,
      document("Workspace", { name }, { namespace: `http://example.org/${uri}` }),
    ]),
  );

const OPTIONS = { prune: "owned", allow: ["workspace-delete", "over-limit"] } as const;

describe.for(oneByFile(import.meta.url, dialects))("a namespace URI, %s dialect", (dialect) => {
  test("is given up before it is taken: by a change, by a deletion, along a chain", async () => {
    const { converge } = await startPasses(dialect);
    await converge(places({ a: "1", b: "2", c: "3" }), OPTIONS);
    const chain = await converge(places({ a: "2", b: "3", c: "4", d: "1" }), OPTIONS);
    expect(chain.writes.map((one) => one.split(" ")[1])).toEqual([
      "/namespaces/c",
      "/namespaces/b",
      "/namespaces/a",
      "/namespaces",
    ]);
    const gone = await converge(places({ a: "2", b: "4", d: "1" }), OPTIONS);
    expect(gone.writes).toHaveLength(2);
  });

  test("is not exchanged: no order of requests does that", async () => {
    const { converge, apply } = await startPasses(dialect);
    await converge(places({ a: "1", b: "2", c: "3" }), OPTIONS);
    const { planned, writes } = await apply(places({ a: "2", b: "3", c: "1" }), OPTIONS);
    expect(planned.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        "dependency-cycle",
        "Each takes the namespace URI of the next: Workspace/a → Workspace/b → Workspace/c → Workspace/a",
      ],
    ]);
    expect(writes).toEqual([]);
  });

  test("that somebody has who keeps it stops the plan", async () => {
    const { converge, apply, send } = await startPasses(dialect);
    await converge(places({ a: "1" }), OPTIONS);
    const theirs = "<namespace><prefix>theirs</prefix><uri>http://example.org/9</uri></namespace>";
    expect(await send("POST", "/namespaces", theirs)).toBe(201);
    const { fixed, writes } = await apply(places({ a: "9", b: "7", c: "7", d: "1" }), OPTIONS);
    const has = (one: string, uri: string, other: string) =>
      `Workspace/${one} would get the namespace URI http://example.org/${uri}, which Workspace/${other} has too`;
    expect(fixed).toEqual([has("a", "9", "theirs"), has("b", "7", "c"), has("c", "7", "b")]);
    expect(writes).toEqual([]);
  });
});

test.for(serverNames)("that only isolated workspaces have is free, %s", async (server) => {
  const app = await servers[server]();
  const folder = temporaryFolder();
  const namespace = "http://example.org/1";
  writeFiles(folder, {
    "a.yaml": document("Workspace", { name: "a" }, { namespace, isolated: true }),
  });
  expect((await applyFolder(app, folder)).result?.diagnostics).toEqual([]);
  writeFiles(folder, { "b.yaml": document("Workspace", { name: "b" }, { namespace }) });
  expect((await applyFolder(app, folder)).result?.diagnostics).toEqual([]);
  expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
});
