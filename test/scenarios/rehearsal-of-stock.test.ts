/** Rehearsals of what a stock server shows in another way than the copy does: no difference to the plan. */
import { expect, test } from "vitest";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import { stockServer } from "../stock/server.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { connectTo } from "../support/servers/catalog.ts";
import { applyFolder, estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";

const place = (name: string) => ({ workspace: "w", name });

const FILES = {
  "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "s.yaml": document("AppSchemaStore", place("s"), { mapping: "./s.xml" }),
  "s.xml": mapping(["t:T1"]),
  "l.yaml": document("Layer", place("T1"), { title: "One" }),
  "g.yaml": document("LayerGroup", place("g"), { layers: [{ layer: "T1" }] }),
};

async function rehearsed(change: Readonly<Record<string, string>>) {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  writeFiles(folder, FILES);
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  expect(state.layers.get("w:T1")?.defaultStyle).toBe("");
  writeFiles(folder, change);
  const { planned, run } = await rehearse(estateOf(folder, {}), await connectTo(app));
  return { requests: planned.plan?.steps.length, run };
}

test.each([
  ["a title", { "l.yaml": document("Layer", place("T1"), { title: "Two" }) }],
  [
    "another group",
    { "h.yaml": document("LayerGroup", place("h"), { layers: [{ layer: "T1" }] }) },
  ],
  [
    "its group",
    { "g.yaml": document("LayerGroup", place("g"), { title: "G", layers: [{ layer: "T1" }] }) },
  ],
  [
    "a style that it is given",
    { "l.yaml": document("Layer", place("T1"), { title: "One", defaultStyle: "generic" }) },
  ],
  [
    "the mapping of its store",
    { "s.xml": mapping(["t:T1"], { comment: "<!-- other -->" }).replace("OCQL>ID", "OCQL>NO") },
  ],
])("a layer without a style and its group are as they are: %s changes", async (_what, change) => {
  const { requests, run } = await rehearsed(change);
  expect(requests).toBeGreaterThan(0);
  expect(run).toMatchObject({ notRehearsed: [], converged: true, leftovers: [] });
});
