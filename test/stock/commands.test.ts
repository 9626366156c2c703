/** Commands as users run them, and the library, against a stock server. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { runHere } from "../support/commands/run-here.ts";
import { stockServer } from "./server.ts";

const ESTATE = {
  "plumbline.yaml": "apiVersion: plumbline/v1\nkind: Project\nestate: rivers\nprune: owned\n",
  "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "s.yaml": document("Style", { workspace: "w", name: "rivers" }, { source: "./rivers.sld" }),
  "r.yaml": document("AccessRules", { name: "r" }, { mode: "merge", rules: { "w.*.r": ["A", "B"] } }),
  "rivers.sld": sld(),
};

test("the whole round, by commands", async () => {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/geoserver`;
  const folder = temporaryFolder();
  writeFiles(folder, ESTATE);
  const run = (...args: string[]) => runHere(args, { url });
  const planned = `${folder}/plan.json`;
  expect(await run("plan", folder, "--out", planned)).toMatchObject({ code: 0 });
  expect(await run("apply", folder, "--plan", planned, "--yes")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Applied: the catalog is in sync\. 3 of 3 requests done\./),
  });
  expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
  expect(await run("drift", folder)).toMatchObject({ code: 0 });
  state.rules.layers.set("w.*.r", ["B"]);
  // Its dates do not tell by whom, nor whether since the apply.
  const drift = await run("drift", folder, "-o", "json", "--verbose");
  expect(drift).toMatchObject({ code: 2, stderr: expect.not.stringContaining("audit") });
  expect(JSON.parse(drift.stdout)).toMatchObject({ drifted: [{ changed: null }] });
  rmSync(join(folder, "s.yaml"));
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  expect([...state.styles.keys()].filter((key) => key.startsWith("w:"))).toEqual([]);
});

describe("a refusal is reported in the server's words", () => {
  test("without the page around them", async () => {
    const { app, state } = stockServer();
    onTestFinished(() => app.close());
    const files = temporaryFolder();
    writeFiles(files, { "r.yaml": ESTATE["r.yaml"] });
    const connection = await connectTo(app, "test", (real) => async (request) => {
      // Somebody else is faster.
      if (request.method === "POST") state.rules.layers.set("w.*.r", ["C"]);
      return real(request);
    });
    const estate = { name: "test", paths: [files], prune: "none", allow: new Set<never>() } as const;
    const planned = await planEstate(estate, connection);
    const { send, inventory } = connection;
    const result = await applyPlan(planned, { send, inventory });
    const told = JSON.stringify(result.execution.reports);
    expect(told).toContain("Already existing rules: w.*.r");
    expect(told).not.toMatch(/html|Tomcat/);
  });

  test("and what the account may not read is left out", async () => {
    const { app, state } = stockServer({ line: "3.0", container: "tomcat" });
    onTestFinished(() => app.close());
    state.rules.rest.set("/workspaces/**:GET", ["NOBODY"]);
    state.rules.rest = new Map([...state.rules.rest].toReversed());
    const files = temporaryFolder();
    writeFiles(files, { "w.yaml": ESTATE["w.yaml"], "s.yaml": ESTATE["s.yaml"], "rivers.sld": sld() });
    const estate = { name: "test", paths: [files], prune: "none", allow: new Set<never>() } as const;
    const connection = await connectTo(app);
    const { plan, diagnostics } = await planEstate(estate, connection);
    const refusal = "GET /workspaces/w/styles/rivers.xml was answered with 403: Access Denied";
    expect(diagnostics).toMatchObject([
      { code: "object-unreadable", message: expect.stringMatching(`left out: ${refusal}$`) },
    ]);
    expect(plan?.steps.map(({ summary }) => summary)).toEqual([
      "create workspace w with its namespace",
    ]);
  });
});

describe("what a stock server leaves half done", () => {
  const store = document("AppSchemaStore", { workspace: "w", name: "mine" }, { mapping: "./m.xml" });

  test("a store whose mapping could not be opened is made whole by the next apply", async () => {
    const { app, state } = stockServer();
    onTestFinished(() => app.close());
    const folder = temporaryFolder();
    const broken = mapping(["t:A", "t:B"], { comment: "${missing}" });
    writeFiles(folder, { "w.yaml": ESTATE["w.yaml"], "s.yaml": store, "m.xml": broken });
    const failed = await applyFolder(app, folder);
    expect(failed.result?.converged).toBe(false);
    expect(JSON.stringify(failed.result?.execution.reports)).toContain(
      "Interpolation failed for missing property missing",
    );
    expect([...state.dataStores.keys()]).toEqual(["w:mine"]);
    writeFiles(folder, { "m.xml": mapping(["t:A", "t:B"]) });
    const mended = await applyFolder(app, folder);
    expect(mended.result).toMatchObject({ converged: true, diagnostics: [] });
    expect([...state.featureTypes.keys()].toSorted()).toEqual(["w:A", "w:B"]);
    expect((await applyFolder(app, folder)).planned.plan?.steps).toEqual([]);
  });

  test("a type that got another name, because somebody has it, is reported", async () => {
    const { app, state } = stockServer();
    onTestFinished(() => app.close());
    const folder = temporaryFolder();
    writeFiles(folder, { "w.yaml": ESTATE["w.yaml"] });
    await applyFolder(app, folder);
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const stores = "/rest/workspaces/w/datastores";
    for (const [url, payload] of [
      [stores, '<dataStore><name>theirs</name><connectionParameters><entry key="url">file:theirs.shp</entry></connectionParameters></dataStore>'],
      [`${stores}/theirs/featuretypes`, "<featureType><name>A</name></featureType>"],
    ] as const) {
      const made = await app.inject({ method: "POST", url, headers, payload });
      expect(made.statusCode).toBe(201);
    }
    writeFiles(folder, { "s.yaml": store, "m.xml": mapping(["t:A", "t:B"]) });
    const { result } = await applyFolder(app, folder);
    expect([...state.featureTypes.keys()].toSorted()).toEqual(["w:A", "w:A1", "w:B"]);
    expect(result?.diagnostics).toMatchObject([
      { code: "did-not-converge", address: "AppSchemaStore/w:mine" },
    ]);
    expect(state.featureTypes.get("w:A")?.store).toBe("theirs");
  });
});
