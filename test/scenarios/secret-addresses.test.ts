/** Addresses with a password in them, in fields of all sorts: an import writes none into manifests, and a plan shows none. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { importFrom, textsOf } from "../support/commands/imports.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { sld } from "../support/estates/artefacts.ts";

const SECRET = "canary-of-addresses";
const ADDRESS = `https://maps:${SECRET}@example.org/a.png`;

/** What is set of an object, by paths of the interface, and what a manifest says of the same instead. */
const fields = [
  {
    field: "legend",
    path: "/styles/roads",
    set: `<style><legend><onlineResource>${ADDRESS}</onlineResource></legend></style>`,
    of: "Style",
    same: { legend: { url: ADDRESS } },
    spec: { legend: { url: "a.png" } },
  },
  {
    field: "attribution",
    path: "/workspaces/w/layergroups/all",
    set: `<layerGroup><attribution><href>${ADDRESS}</href><logoWidth>0</logoWidth><logoHeight>0</logoHeight></attribution></layerGroup>`,
    of: "LayerGroup",
    same: { attribution: { href: ADDRESS } },
    spec: { attribution: { title: "Roads" } },
  },
  {
    field: "linksToMetadata",
    path: "/workspaces/w/layergroups/all",
    set: `<layerGroup><metadataLinks><metadataLink><type>text/xml</type><metadataType>TC211</metadataType><content>${ADDRESS}</content></metadataLink></metadataLinks></layerGroup>`,
    of: "LayerGroup",
    same: { links: { metadata: [{ type: "text/xml", standard: "TC211", url: ADDRESS }] } },
    spec: { links: { metadata: [] } },
  },
  {
    field: "authorityUrls",
    path: "/workspaces/w/layergroups/all",
    set: `<layerGroup><authorityURLs><AuthorityURL><name>n</name><href>${ADDRESS}</href></AuthorityURL></authorityURLs></layerGroup>`,
    of: "LayerGroup",
    same: { authorityUrls: [{ name: "n", href: ADDRESS }] },
    spec: { authorityUrls: [] },
  },
  {
    field: "onlineResource",
    path: "/services/wms/settings",
    set: `<wms><onlineResource>${ADDRESS}</onlineResource></wms>`,
    of: "Service",
    same: { onlineResource: ADDRESS },
    spec: { onlineResource: "https://example.org" },
  },
] as const;

const places = {
  Style: { name: "roads" },
  LayerGroup: { workspace: "w", name: "all" },
  Service: { name: "wms" },
};

const own = {
  Service: { title: "Maps" },
  Style: { source: "./roads.sld" },
  LayerGroup: { layers: [{ layer: "ways" }] },
};

test("an import writes none, and a plan shows none that its manifests do not", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const at = (name: string) => ({ workspace: "w", name });
  const connectionParameters = { dbtype: "postgis", host: "h" };
  const say = (more: (one: (typeof fields)[number]) => object) => {
    const specs: Record<string, object> = {};
    for (const one of fields) specs[one.of] = { ...own[one.of], ...specs[one.of], ...more(one) };
    const manifests = Object.entries(own).map(([kind]) => [
      `${kind}.yaml`,
      manifest(kind, places[kind as keyof typeof places], specs[kind] ?? {}),
    ]);
    writeFiles(folder, Object.fromEntries(manifests) as Record<string, string>);
  };
  writeFiles(folder, {
    "roads.sld": sld({ name: "roads" }),
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "db.yaml": manifest("DataStore", at("db"), { connectionParameters }),
    "ways.yaml": manifest("FeatureType", at("ways"), { store: "db" }),
  });
  say(() => ({}));
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  for (const { path, set } of fields) {
    const request = { method: "PUT", url: `/rest${path}`, headers, payload: set } as const;
    expect((await app.inject(request)).statusCode, path).toBe(200);
  }
  const { imported } = await importFrom(app);
  expect(JSON.stringify(textsOf(imported))).not.toContain(SECRET);
  const notes = imported.objects.flatMap((one) => one.notes);
  // Of a type that a server found out by itself, a note says so, too.
  expect(notes.filter((one) => !one.startsWith("which of its attributes"))).toHaveLength(
    fields.length,
  );
  // Whoever writes one down has decided that it may be read.
  say(({ same }) => same);
  const actions = (await planFolder(app, folder)).plan?.changes.map(({ action }) => action);
  expect(new Set(actions)).toEqual(new Set(["none"]));
  say(({ spec }) => spec);
  const { plan } = await planFolder(app, folder);
  const differing = plan?.changes.flatMap((change) => change.fields) ?? [];
  expect(differing.map(({ field }) => field).toSorted()).toEqual(
    fields.map(({ field }) => field).toSorted(),
  );
  expect(JSON.stringify(differing)).not.toContain(SECRET);
});
