/** Services of a server and of workspaces: brought back by imports, rehearsed, and never sent to another place. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { openedFiles } from "../datadir/open.ts";
import { stockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { expectBrought, faultsOfApply, importFrom, textsOf } from "../support/commands/imports.ts";
import { foretellAndApply } from "../support/commands/rehearsals.ts";
import { oneByFile } from "../support/run/scale.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

const WORKSPACE = `apiVersion: plumbline/v1
kind: Workspace
metadata: { name: geology }
spec: {}
`;

const service = (metadata: string, spec: string) => `apiVersion: plumbline/v1
kind: Service
metadata: { ${metadata} }
spec: ${spec}
`;

const GLOBAL = service(
  "name: wms",
  "{ title: Maps, keywords: [a, { value: b, language: de }], limits: { renderingTime: 60 }, metadata: { svgRenderer: Batik }, watermark: { enabled: true, url: 'file:mark.png' } }",
);
const LOCAL = service(
  "name: wms, workspace: geology",
  "{ title: '', srs: [4326, 25832], internationalTitle: { de: Karten }, limits: { renderingTime: 0 } }",
);
const WFS = service(
  "name: wfs, workspace: geology",
  "{ gml: { V_20: { mimeTypeToForce: text/xml } }, maxFeatures: 10 }",
);

const names = oneByFile(import.meta.url, serverNames);

test.for(names)("an import brings services to another server, %s", async (name) => {
  const app = await servers[name]();
  const folder = temporaryFolder();
  writeFiles(folder, { "estate.yaml": [WORKSPACE, GLOBAL, LOCAL, WFS].join("---\n") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  const files = await expectBrought(app, (await startCatalog()).app, "Service");
  // A stock server has others of its own.
  const declared = ["geology/services/wfs", "geology/services/wms", "global/services/wms"];
  expect(files).toEqual(expect.arrayContaining(declared.map((path) => `${path}.yaml`)));
});

test("an entry that holds more than a text is told and not declared", async () => {
  const { app } = stockServer();
  const put = await app.inject({
    method: "PUT",
    url: "/rest/services/wms/settings",
    payload:
      '<wms><metadata><entry key="list"><list><string>a</string></list></entry><entry key="plain">1</entry></metadata></wms>',
    headers: { authorization: AUTHORIZATION, "content-type": "application/xml" },
  });
  expect(put.statusCode).toBe(200);
  const { imported } = await importFrom(app);
  const said = Object.values(textsOf(imported)).filter((text) => /kind: Service/.test(text));
  expect(said.join("\n")).toContain("# - metadata\n");
  expect(said.join("\n")).toMatch(/\n {4}plain: "1"\n/);
  expect(said.join("\n")).not.toMatch(/\n {4}list:/);
});

test("services as every new catalog has them need no manifest", async () => {
  const { app } = await startCatalog();
  const { imported } = await importFrom(app);
  expect(Object.values(textsOf(imported)).join("\n")).not.toContain("kind: Service");
  const found = imported.undeclared.filter(({ address }) => address.kind === "Service");
  expect(found.map(({ everywhere }) => everywhere)).toEqual([true, true, true, true]);
});

test("a data directory shows its services, those of workspaces by the name of those", async () => {
  const directory = await openedFiles({
    "wms.xml":
      "<wms><id>wms-1</id><enabled>true</enabled><name>WMS</name><title>Maps</title><maxBuffer>7</maxBuffer></wms>",
    "wfs.xml": "<wms><enabled>true</enabled></wms>",
    "workspaces/topo/workspace.xml": "<workspace><id>ws</id><name>topo</name></workspace>",
    "workspaces/topo/namespace.xml":
      "<namespace><id>ns</id><prefix>topo</prefix><uri>http://topo</uri></namespace>",
    "workspaces/topo/wcs.xml":
      "<wcs><id>wcs-1</id><workspace><id>ws</id></workspace><enabled>false</enabled><name>WCS</name></wcs>",
  });
  const answer = async (path: string) => {
    const { status, body } = await directory.read({ method: "GET", path });
    return status === 200 ? Buffer.from(body).toString() : status;
  };
  expect(await answer("/services/wms/settings.xml")).toBe(
    "<wms><enabled>true</enabled><name>WMS</name><title>Maps</title><maxBuffer>7</maxBuffer></wms>",
  );
  expect(await answer("/services/wcs/workspaces/topo/settings.xml")).toBe(
    "<wcs><workspace><name>topo</name></workspace><enabled>false</enabled><name>WCS</name></wcs>",
  );
  expect(await answer("/services/wcs/settings.xml")).toBe(404);
  const told = directory.notes.filter(({ where }) => /\/w[a-z]+\.xml$/.test(where?.file ?? ""));
  expect(told.map(({ message }) => message)).toEqual([
    "The document is one of wms, not of wfs; it is left out",
  ]);
});

test.for(names)("a rehearsal foretells what is made and changed, %s", async (name) => {
  const app = await servers[name]();
  const folder = temporaryFolder();
  writeFiles(folder, { "estate.yaml": [WORKSPACE, GLOBAL].join("---\n") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  const soil = WORKSPACE.replace("geology", "soil");
  const changed = GLOBAL.replace("Maps", "More maps").replace("enabled: true", "enabled: false");
  const all = [WORKSPACE, soil, changed, LOCAL, LOCAL.replace("geology", "soil")];
  writeFiles(folder, { "estate.yaml": all.join("---\n") });
  const { rehearsal, foretold, happened } = await foretellAndApply(app, estateOf(folder, {}));
  expect(rehearsal.run?.notRehearsed).toEqual([]);
  expect(rehearsal.run?.converged).toBe(true);
  expect(foretold.filter((one) => one.includes("/services/"))).toHaveLength(3);
  const isOwn = (one: string) => !one.includes("/resource/plumbline/");
  expect(foretold.filter(isOwn)).toEqual(happened.filter(isOwn));
});

test("nothing is sent for a workspace that is gone, which would change the server's service", async () => {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  writeFiles(folder, { "estate.yaml": [WORKSPACE, LOCAL].join("---\n") });
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  const before = new Map(state.services.get(":wms"));
  writeFiles(folder, { "estate.yaml": [WORKSPACE, LOCAL.replace("''", "Mine")].join("---\n") });
  const connection = await connectTo(app, "test");
  const planned = await planEstate(estateOf(folder, {}), connection);
  const url = "/rest/workspaces/geology?recurse=true";
  await app.inject({ method: "DELETE", url, headers: { authorization: AUTHORIZATION } });
  const { send, inventory } = connection;
  const result = await applyPlan(planned, { send, inventory });
  expect(result.converged).toBe(false);
  expect(state.services.get(":wms")).toEqual(before);
  const puts = connection.log.filter(
    ({ request }) => request.method === "PUT" && request.path.startsWith("/services/"),
  );
  expect(puts).toEqual([]);
});

test("what is wrong with a manifest of a service", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const messages = async (text: string) => {
    rmSync(join(folder, "estate.yaml"), { force: true });
    writeFiles(folder, { "estate.yaml": text });
    const { planned } = await applyFolder(app, folder);
    return planned.diagnostics.map(({ message }) => message);
  };
  expect(await messages(service("name: wps", "{}"))).toEqual([
    'There is no service "wps"; its name must be one of wms, wfs, wcs, wmts',
  ]);
  expect(await messages(service("name: wfs", "{ limits: { buffer: 1 } }"))).toEqual([
    "limits.buffer is no setting of the WFS service",
  ]);
});

test.for(serverNames)("texts by language are taken back, %s", async (name) => {
  const app = await servers[name]();
  const folder = temporaryFolder();
  const declare = (texts: string) =>
    writeFiles(folder, {
      "estate.yaml": service(
        "name: wms",
        `{ internationalTitle: ${texts}, internationalAbstract: ${texts}, internationalRootLayerTitle: ${texts} }`,
      ),
    });
  declare("{ de: Karten, fr: Cartes }");
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  // A text that is empty is one that is not there.
  declare("{ fr: Cartes }");
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
  declare("{}");
  expect(await faultsOfApply(app, folder, {})).toEqual([]);
});
