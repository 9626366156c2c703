/** Addresses with a password in them, in fields of all sorts: an import writes none into manifests, and a plan shows none. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION } from "../support/catalog.ts";
import { applyFolder, planFolder } from "../support/estate.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { importFrom, textsOf } from "../support/imports.ts";
import { manifest } from "../support/mosaic-manifests.ts";
import { sld } from "../support/artefacts.ts";

const SECRET = "canary-of-addresses";
const ADDRESS = `https://maps:${SECRET}@example.org/a.png`;

/** What is set of an object, by paths of the interface, and what a manifest says of the same instead. */
const kinds = {
  legend: {
    path: "/styles/roads",
    set: `<style><legend><onlineResource>${ADDRESS}</onlineResource></legend></style>`,
    of: "Style",
    same: { legend: { url: ADDRESS } },
    spec: { legend: { url: "a.png" } },
  },
  attribution: {
    path: "/workspaces/w/layergroups/all",
    set: `<layerGroup><attribution><href>${ADDRESS}</href><logoWidth>0</logoWidth><logoHeight>0</logoHeight></attribution></layerGroup>`,
    of: "LayerGroup",
    same: { attribution: { href: ADDRESS } },
    spec: { attribution: { title: "Roads" } },
  },
  links: {
    path: "/workspaces/w/layergroups/all",
    set: `<layerGroup><metadataLinks><metadataLink><type>text/xml</type><metadataType>TC211</metadataType><content>${ADDRESS}</content></metadataLink></metadataLinks></layerGroup>`,
    of: "LayerGroup",
    same: { links: { metadata: [{ type: "text/xml", standard: "TC211", url: ADDRESS }] } },
    spec: { links: { metadata: [] } },
  },
  authorities: {
    path: "/workspaces/w/layergroups/all",
    set: `<layerGroup><authorityURLs><AuthorityURL><name>n</name><href>${ADDRESS}</href></AuthorityURL></authorityURLs></layerGroup>`,
    of: "LayerGroup",
    same: { authorityUrls: [{ name: "n", href: ADDRESS }] },
    spec: { authorityUrls: [] },
  },
} as const;

const own = { Style: { source: "./roads.sld" }, LayerGroup: { layers: [{ layer: "ways" }] } };

test.for(Object.entries(kinds))("%s", async ([_name, { path, set, of, same, spec }]) => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const place = of === "Style" ? { name: "roads" } : { workspace: "w", name: "all" };
  const say = (more: object) => ({ "one.yaml": manifest(of, place, { ...own[of], ...more }) });
  const at = (name: string) => ({ workspace: "w", name });
  const connectionParameters = { dbtype: "postgis", host: "h" };
  writeFiles(folder, {
    "roads.sld": sld({ name: "roads" }),
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "db.yaml": manifest("DataStore", at("db"), { connectionParameters }),
    "ways.yaml": manifest("FeatureType", at("ways"), { store: "db" }),
    ...say({}),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const request = { method: "PUT", url: `/rest${path}`, headers, payload: set } as const;
  expect((await app.inject(request)).statusCode).toBe(200);
  const { imported } = await importFrom(app);
  expect(JSON.stringify(textsOf(imported))).not.toContain(SECRET);
  expect(imported.objects.flatMap(({ notes }) => notes)).toHaveLength(1);
  const changeTo = async (more: object) => {
    writeFiles(folder, say(more));
    const { plan } = await planFolder(app, folder);
    return plan?.changes.find(({ address }) => address.name === place.name);
  };
  // Whoever writes it down has decided that it may be read.
  expect(await changeTo(same)).toMatchObject({ action: "none" });
  const change = await changeTo(spec);
  expect(change?.action).toBe("update");
  expect(JSON.stringify(change?.fields)).not.toContain(SECRET);
});
