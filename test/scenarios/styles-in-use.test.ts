/** Styles and groups that a plan deletes while something uses them: the plan is stopped, and says by what. */
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { stockServer } from "../stock/server.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document, type Files } from "../support/estates/passes.ts";

const place = { workspace: "w" };
const style = (name: string): Files => ({
  [`${name}.yaml`]: document("Style", { name }, { source: "./style.sld" }),
});
const base: Files = {
  "style.sld": sld(),
  "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "maps.yaml": document("AppSchemaStore", { ...place, name: "maps" }, { mapping: "./maps.xml" }),
  "maps.xml": mapping(["t:T1", "t:T2"]),
};
const layer = (spec: object): Files => ({
  "layer.yaml": document("Layer", { ...place, name: "T1" }, spec),
});
const group = (layers: readonly object[]): Files => ({
  "group.yaml": document("LayerGroup", { name: "g" }, { layers }),
});

function lay(...parts: readonly Files[]): string {
  const folder = temporaryFolder();
  writeFiles(folder, Object.assign({}, ...parts) as Files);
  return folder;
}

async function serverOf(kind: DialectName | "stock"): Promise<FastifyInstance> {
  return kind === "stock" ? stockServer().app : (await startCatalog({ dialect: kind })).app;
}

async function send(
  app: FastifyInstance,
  method: "PUT" | "POST",
  path: string,
  payload: string,
): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const { statusCode, body } = await app.inject({ method, url: `/rest${path}`, headers, payload });
  expect(statusCode, body).toBeLessThan(300);
}

const OPTIONS = { prune: "owned", allow: ["over-limit", "workspace-delete"] } as const;

async function stopsOf(app: FastifyInstance, folder: string): Promise<readonly string[]> {
  const { plan, diagnostics } = await planFolder(app, folder, OPTIONS);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return (plan?.blocks ?? []).map(({ message }) => message);
}

const theirGroup = (
  style: string,
  member = "<published type='layer'><name>w:T2</name></published>",
) =>
  `<layerGroup><name>theirs</name><publishables>${member}</publishables><styles><style>${style}</style></styles></layerGroup>`;

describe.for([...dialects, "stock"] as const)("what a plan deletes, %s", (kind) => {
  test("is used by layers that nobody declares: as default, as an alternate, in another workspace", async () => {
    const app = await serverOf(kind);
    await applyFolder(app, lay(base, style("s1"), style("s2")), OPTIONS);
    await send(app, "POST", "/workspaces", "<workspace><name>other</name></workspace>");
    const path = "/workspaces/other/datastores/things/file.appschema?configure=all";
    await send(
      app,
      "PUT",
      path,
      mapping(["t:Thing"]).replace("http://example.org/t<", "http://other<"),
    );
    await send(
      app,
      "PUT",
      "/layers/other:Thing",
      "<layer><defaultStyle><name>s1</name></defaultStyle></layer>",
    );
    await send(
      app,
      "PUT",
      "/layers/w:T2",
      "<layer><styles><style><name>s2</name></style></styles></layer>",
    );
    expect(await stopsOf(app, lay(base))).toEqual([
      "Style/s1 is still used by Layer/other:Thing, which this plan leaves as it is",
      "Style/s2 is still used by Layer/w:T2, which this plan leaves as it is",
    ]);
  });

  test("is used by a group of somebody else, also through one of them", async () => {
    const app = await serverOf(kind);
    await applyFolder(app, lay(base, style("s1"), group([{ layer: "w:T1" }])), OPTIONS);
    const member = "<published type='layerGroup'><name>g</name></published>";
    const held = `<published type='layer'><name>w:T2</name></published>${member}`;
    await send(app, "POST", "/layergroups", theirGroup("<name>s1</name></style><style>", held));
    expect(await stopsOf(app, lay(base))).toEqual([
      "LayerGroup/g is still used by LayerGroup/theirs, which this plan leaves as it is",
      "Style/s1 is still used by LayerGroup/theirs, which this plan leaves as it is",
    ]);
  });

  test("is used by a layer that is deleted with its store and comes back", async () => {
    const app = await serverOf(kind);
    await applyFolder(app, lay(base, style("s1")), OPTIONS);
    const body = "<layer><defaultStyle><name>s1</name></defaultStyle></layer>";
    await send(app, "PUT", "/layers/w:T1", body);
    const more = { ...base, "maps.xml": mapping(["t:T1", "t:T2", "t:T3"]) };
    expect(await stopsOf(app, lay(more))).toEqual([
      "Style/s1 is still used by Layer/w:T1, which this plan leaves as it is",
    ]);
  });

  test("is used by a layer that is changed, where its manifest does not speak of it", async () => {
    const app = await serverOf(kind);
    const drawn = layer({ defaultStyle: "s1", opaque: false });
    await applyFolder(app, lay(base, style("s1"), drawn), OPTIONS);
    expect(await stopsOf(app, lay(base, layer({ opaque: true })))).toEqual([
      "Style/s1 is still used by Layer/w:T1, which this plan leaves as it is",
    ]);
    const { result } = await applyFolder(app, lay(base, layer({ defaultStyle: "line" })), OPTIONS);
    expect(result?.converged).toBe(true);
  });

  test("goes once all that used it is gone, anyone who that belonged to", async () => {
    const app = await serverOf(kind);
    await applyFolder(app, lay(base, style("s1")), OPTIONS);
    const body = "<layer><defaultStyle><name>s1</name></defaultStyle></layer>";
    await send(app, "PUT", "/layers/w:T2", body);
    await send(app, "POST", "/layergroups", theirGroup("<name>s1</name>"));
    const less = { ...base, "maps.xml": mapping(["t:T1"]) };
    const allow = ["over-limit", "irreversible"] as const;
    const { result } = await applyFolder(app, lay(less), { prune: "owned", allow });
    expect(result?.execution.reports.filter(({ outcome }) => outcome !== "done")).toEqual([]);
    expect(result?.converged).toBe(true);
  });
});

test("users are looked for where something is deleted, and nowhere else", async () => {
  const { app } = await startCatalog({});
  await applyFolder(app, lay(base, style("s1")), OPTIONS);
  const isRead = async (folder: string) => {
    const connection = await connectTo(app);
    await planEstate(estateOf(folder, OPTIONS), connection);
    return connection.log.some(({ request }) => request.path === "/layers.xml");
  };
  expect(await isRead(lay(base, style("s1"), style("s2")))).toBe(false);
  expect(await isRead(lay(base))).toBe(true);
});
