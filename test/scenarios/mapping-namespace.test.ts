/** Mappings whose types lie outside of the namespace of their workspace: a stock server finds none of them. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { runHere } from "../support/commands/run-here.ts";

const OURS = "http://example.org/t";
const OTHER = "http://example.org/other";

function estate(namespace: string | undefined, text = mapping(["t:T1"])): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    ...(namespace === undefined
      ? {}
      : { "w.yaml": document("Workspace", { name: "w" }, { namespace }) }),
    "s.yaml": document("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.xml" }),
    "s.xml": text,
  });
  return folder;
}

const faults = (planned: Awaited<ReturnType<typeof planFolder>>) =>
  planned.diagnostics.filter(({ code }) => code === "mapping-namespace");

test("a stock server refuses them, so nothing is sent", async () => {
  const { app, state } = stockServer();
  const { planned, writes } = await applyFolder(app, estate(OTHER));
  expect(faults(planned)).toMatchObject([
    {
      severity: "error",
      where: { file: expect.stringMatching(/s\.xml$/), line: expect.any(Number) },
    },
  ]);
  expect(faults(planned)[0]?.message).toContain(
    `mapped in the namespace ${OURS}, and the workspace w has ${OTHER}`,
  );
  expect(writes).toEqual([]);
  // It would have left a store behind.
  expect(state.dataStores.size).toBe(0);
});

test("in the workspace's own namespace they are published", async () => {
  const { app } = stockServer();
  const { planned, result } = await applyFolder(app, estate(OURS));
  expect(faults(planned)).toEqual([]);
  expect(result?.converged).toBe(true);
});

test("a workspace that nobody declares is asked for its namespace", async () => {
  const { app } = stockServer();
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const payload = `<namespace><prefix>w</prefix><uri>${OTHER}</uri></namespace>`;
  await app.inject({ method: "POST", url: "/rest/namespaces", headers, payload });
  expect(faults(await planFolder(app, estate(undefined)))).toMatchObject([{ severity: "error" }]);
});

test("the included server takes them, and a check without a server warns", async () => {
  const { app } = await startCatalog();
  const folder = estate(OTHER);
  const { planned, result } = await applyFolder(app, folder);
  expect(faults(planned)).toEqual([]);
  expect(result?.converged).toBe(true);
  const { code, stderr } = await runHere(["validate", folder]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/warning[^]*mapping-namespace/),
  });
});

test("types of included files may lie anywhere", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": document("Workspace", { name: "w" }, { namespace: OURS }),
    "s.yaml": document("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s/" }),
    "s/s.appschema": mapping(["t:T1"]).replace(
      "<sourceDataStores>",
      "<includedTypes><Include>inner.xml</Include></includedTypes><sourceDataStores>",
    ),
    "s/inner.xml": mapping(["t:T2"]).replaceAll(OURS, OTHER),
  });
  const { planned, result } = await applyFolder(app, folder);
  expect(faults(planned)).toEqual([]);
  expect(result?.converged).toBe(true);
});
