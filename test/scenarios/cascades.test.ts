/** Cascaded stores and layers against a stock server, with the habits that are its own. */
import { expect, onTestFinished, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { importFrom, textsOf, undeclaredOf, workIn } from "../support/commands/imports.ts";
import { document } from "../support/estates/passes.ts";
import { stockServer } from "../stock/server.ts";

function startStock() {
  const { app } = stockServer();
  onTestFinished(() => app.close());
  const send = async (method: "GET" | "POST" | "PUT", path: string, payload?: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
    const answer = await app.inject({
      method,
      url: `/rest${path}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
    return answer.body;
  };
  return { app, send };
}

const CAPABILITIES = "https://maps.example/wms?request=GetCapabilities";
const LAYER = "/workspaces/base/wmslayers/sea";

/** A workspace with a store and a layer that somebody set up. */
async function startMade() {
  const { app, send } = startStock();
  const store = `<name>maps</name><type>WMS</type><capabilitiesURL>${CAPABILITIES}</capabilitiesURL>`;
  const secrets =
    "<password>hunter2</password><headerName>h</headerName><headerValue>hunter3</headerValue><authKey>hunter4</authKey>";
  const layer =
    "<name>sea</name><nativeName>topp:sea</nativeName><preferredFormat>image/jpeg</preferredFormat><metadataBBoxRespected>true</metadataBBoxRespected>";
  await send("POST", "/workspaces", "<workspace><name>base</name></workspace>");
  await send("POST", "/workspaces/base/wmsstores", `<wmsStore>${store}${secrets}</wmsStore>`);
  await send("POST", "/workspaces/base/wmsstores/maps/wmslayers", `<wmsLayer>${layer}</wmsLayer>`);
  return { app, send };
}

test("an import names what is secret and shows none of it", async () => {
  const { app } = await startMade();
  const { imported, folder } = await importFrom(app, {});
  expect(undeclaredOf(imported)).toEqual([]);
  const texts = JSON.stringify(textsOf(imported));
  expect(texts).not.toMatch(/hunter/);
  expect(texts).toMatch(/BASE_MAPS_HEADERVALUE/);
  const environment = {
    BASE_MAPS_PASSWORD: "hunter2",
    BASE_MAPS_HEADERVALUE: "hunter3",
    BASE_MAPS_AUTHKEY: "hunter4",
  };
  const { result, writes } = await applyFolder(app, folder, { environment });
  expect(result?.converged).toBe(true);
  expect(writes).toEqual([]);
  expect(await workIn(app, folder, { environment })).toEqual([]);
});

test("a plan hides what is secret in an address that somebody set", async () => {
  const { app, send } = await startMade();
  const theirs = "https://me:hunter5@maps.example/wms?token=hunter6&amp;request=GetCapabilities";
  const body = `<wmsStore><capabilitiesURL>${theirs}</capabilitiesURL></wmsStore>`;
  await send("PUT", "/workspaces/base/wmsstores/maps", body);
  const folder = temporaryFolder();
  const place = { workspace: "base", name: "maps" };
  writeFiles(folder, {
    "maps.yaml": document("WmsStore", place, { capabilitiesUrl: CAPABILITIES }),
  });
  const { plan } = await planFolder(app, folder);
  const text = plan === undefined ? "" : renderPlan(plan);
  expect(text).toMatch(/me:\(secret\)@maps\.example\/wms\?token=\(secret\)&request/);
  expect(text).not.toMatch(/hunter/);
});

test("a change of one field keeps what a stock server would forget", async () => {
  const { app, send } = await startMade();
  const folder = temporaryFolder();
  const place = { workspace: "base", name: "sea" };
  const spec = { store: "maps", nativeName: "topp:sea", abstract: "Water" };
  writeFiles(folder, { "sea.yaml": document("WmsLayer", place, spec) });
  const { result } = await applyFolder(app, folder);
  expect(result?.converged).toBe(true);
  const shown = await send("GET", `${LAYER}.xml`);
  expect(shown).toMatch(/<abstract>Water<.*<enabled>true<.*<preferredFormat>image\/jpeg</);
  expect(shown).toMatch(/<metadataBBoxRespected>true</);
});

test("so does the manifest of a layer that nobody declares as a cascaded one", async () => {
  const { app, send } = await startMade();
  const folder = temporaryFolder();
  const place = { workspace: "base", name: "sea" };
  writeFiles(folder, { "sea.yaml": document("Layer", place, { title: "The sea" }) });
  const { result } = await applyFolder(app, folder);
  expect(result?.converged).toBe(true);
  const shown = await send("GET", `${LAYER}.xml`);
  expect(shown).toMatch(/<title>The sea<.*<enabled>true<.*<preferredFormat>image\/jpeg</);
});
