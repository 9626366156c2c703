/** What a stock server keeps of a layer group that is changed: members with a layer's own style, and all that is not said. */
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const inWorkspace = (kind: string, name: string, spec: object) =>
  manifest(kind, { workspace: "w", name }, spec);

const BASE = {
  "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/w" }),
  "d.yaml": inWorkspace("DataStore", "d", {
    connectionParameters: { dbtype: "postgis", host: "h" },
  }),
  "a.yaml": inWorkspace("FeatureType", "a", { store: "d" }),
  "b.yaml": inWorkspace("FeatureType", "b", { store: "d" }),
  "inner.yaml": inWorkspace("LayerGroup", "inner", { layers: [{ layer: "b" }] }),
};

const group = (spec: object) => ({ "g.yaml": inWorkspace("LayerGroup", "g", spec) });

function start() {
  const server = stockServer();
  onTestFinished(() => server.app.close());
  return { ...server, folder: temporaryFolder() };
}

async function shown(app: FastifyInstance, name = "g"): Promise<string> {
  const headers = { authorization: AUTHORIZATION };
  const url = `/rest/workspaces/w/layergroups/${name}.xml`;
  return (await app.inject({ url, headers })).body;
}

describe("a layer group that is changed", () => {
  test.for<readonly [string, readonly object[], RegExp]>([
    ["one more layer", [{ layer: "a" }, { layer: "b" }], /<styles><style\/><style\/><\/styles>/],
    [
      "a style beside the layer's own",
      [{ layer: "a", style: "point" }, { layer: "b" }],
      /<styles><style><name>point<\/name>.*<\/style><style\/><\/styles>/,
    ],
    [
      "a group in it",
      [{ group: "w:inner" }, { layer: "a" }],
      /type="layerGroup"><name>w:inner<.*<styles><style\/><style\/><\/styles>/,
    ],
    ["other order", [{ layer: "b" }, { layer: "a" }], /w:b<.*w:a<.*<style\/><style\/>/],
  ])("%s leaves it whole", async ([, layers, expected]) => {
    const { app, folder } = start();
    writeFiles(folder, { ...BASE, ...group({ layers: [{ layer: "a" }] }) });
    await applyFolder(app, folder);
    writeFiles(folder, group({ layers }));
    const { result } = await applyFolder(app, folder);
    expect(result?.converged, JSON.stringify(result?.diagnostics)).toBe(true);
    expect(await shown(app)).toMatch(expected);
    expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
  });

  test("texts, bounds and modes arrive as they are declared", async () => {
    const { app, folder } = start();
    writeFiles(folder, { ...BASE, ...group({ layers: [{ layer: "a" }] }) });
    await applyFolder(app, folder);
    const bounds = { minx: 1, maxx: 2.5, miny: -3, maxy: 4, crs: "EPSG:3857" };
    const spec = {
      title: `It's "1.0" \\ <b>`,
      abstract: "007",
      mode: "NAMED",
      bounds,
      enabled: false,
      layers: [{ layer: "b" }, { layer: "a", style: "line" }],
    };
    writeFiles(folder, group(spec));
    const { result } = await applyFolder(app, folder);
    expect(result?.converged, JSON.stringify(result?.diagnostics)).toBe(true);
    const document = await shown(app);
    expect(document).toContain("<title>It's &quot;1.0&quot; \\ &lt;b&gt;</title>");
    expect(document).toContain('<crs class="projected">EPSG:3857</crs>');
  });

  test("what its manifest does not say and a server would reset is said again", async () => {
    const { app, state, folder } = start();
    writeFiles(folder, { ...BASE, ...group({ layers: [{ layer: "a" }] }) });
    await applyFolder(app, folder);
    const found = state.layerGroups.get("w:g");
    if (found === undefined) throw new Error("the group is not there");
    found.mode = "NAMED";
    for (const [flag, value] of Object.entries({
      enabled: "false",
      advertised: "false",
      queryDisabled: "true",
    }))
      found.fields.set(flag, value);
    writeFiles(folder, group({ title: "New", layers: [{ layer: "a" }] }));
    const { writes } = await applyFolder(app, folder);
    const bodies = writes.map(({ request: { body } }) =>
      body?.kind === "text" ? (JSON.parse(body.text) as unknown) : body,
    );
    expect(bodies).toEqual([
      {
        layerGroup: {
          title: "New",
          mode: "NAMED",
          enabled: false,
          advertised: false,
          queryDisabled: true,
        },
      },
    ]);
  });
});
