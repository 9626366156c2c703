/** What a new layer is drawn with on a stock server: known by geometry, else nobody's guess. */
import { expect, onTestFinished, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { mapping } from "../support/artefacts.ts";
import { applyFolder, planFolder } from "../support/estate.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { manifest } from "../support/mosaic-manifests.ts";

const inWorkspace = (kind: string, name: string, spec: object) =>
  manifest(kind, { workspace: "w", name }, spec);

const files = (types: readonly string[], layers: Readonly<Record<string, object>>) => ({
  "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "t.yaml": manifest("Workspace", { name: "t" }, { namespace: "http://example.org/anchor" }),
  "s.yaml": inWorkspace("AppSchemaStore", "s", { mapping: "./s.xml" }),
  "s.xml": mapping(types),
  "d.yaml": inWorkspace("DataStore", "d", {
    connectionParameters: { dbtype: "postgis", host: "h" },
  }),
  "ways.yaml": inWorkspace("FeatureType", "ways", { store: "d" }),
  ...Object.fromEntries(
    Object.entries(layers).map(([name, spec]) => [
      `layer-${name}.yaml`,
      inWorkspace("Layer", name, spec),
    ]),
  ),
});

/** Applies one after the other, and gives the paths and bodies of the last. */
async function applied(...states: readonly Readonly<Record<string, string>>[]) {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  let bodies: readonly string[] = [];
  for (const one of states) {
    writeFiles(folder, one);
    const { result, writes } = await applyFolder(app, folder, { prune: "owned" });
    expect(result?.converged, JSON.stringify(result?.diagnostics)).toBe(true);
    expect((await planFolder(app, folder, { prune: "owned" })).plan?.steps).toEqual([]);
    bodies = writes
      .filter(({ request: { path } }) => path.startsWith("/layers/"))
      .map(({ request: { path, body } }) => `${path} ${body?.kind === "text" ? body.text : ""}`);
  }
  return { bodies, state };
}

test("the style of a mapped type's layer is given back though it is the usual one elsewhere", async () => {
  const layers = { A: { defaultStyle: "generic" }, ways: { defaultStyle: "line" } };
  const { bodies, state } = await applied(files(["t:A"], layers), files(["t:A", "t:B"], layers));
  expect(bodies).toEqual([
    "/layers/w%3AA <layer><defaultStyle><name>generic</name></defaultStyle></layer>",
  ]);
  expect(state.layers.get("w:B")?.defaultStyle).toBe("");
});

test("a layer without any style gets no empty document", async () => {
  const titled = { A: { title: "Of the mapping" }, ways: {} };
  const { bodies } = await applied(files(["t:A"], titled), files(["t:A", "t:B"], titled));
  expect(bodies).toEqual([]);
});
