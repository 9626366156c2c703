/** Variables of mappings: no password stands in Git, in plans, in reports or in the inventory. */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { findDrift } from "../../src/reconciler/drift.ts";
import { planDocument } from "../../src/reconciler/report/json.ts";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { slice } from "../support/run/scale.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const OLD = `Geheimnis "47/11" & <mehr>`;
const NEXT = "ein anderes Wort";

const withPassword = (types: readonly string[]) =>
  mapping(types).replace(
    "</parameters>",
    "<Parameter><name>host</name><value>${{ var.host }}</value></Parameter>" +
      "<Parameter><name>passwd</name><value>${{ var.passwd }}</value></Parameter></parameters>",
  );

const store = (where: string) =>
  manifest(
    "AppSchemaStore",
    { workspace: "w", name: "s" },
    { mapping: where, variables: { host: "db.example.org", passwd: { fromEnv: "DB_PASSWORD" } } },
  );

const estates = {
  "one file": { "s.yaml": store("./s.xml"), "s.xml": withPassword(["t:A"]) },
  "a folder": {
    "s.yaml": store("./s/"),
    "s/main.appschema": withPassword(["t:A"]),
    "s/db.properties": "passwd=${{ var.passwd }}\n",
  },
} as const;

describe.for(slice(dialects, { test: 1 }))("%s dialect", (dialect) => {
  test.for(Object.entries(estates))("%s", async ([, files]) => {
    const { app } = await startCatalog({ dialect });
    const folder = temporaryFolder();
    writeFiles(folder, { "w.yaml": manifest("Workspace", { name: "w" }, {}), ...files });
    const told: string[] = [];
    const apply = async (password: string) => {
      const options = { environment: { DB_PASSWORD: password } };
      const { planned, result, writes, bookkeeping } = await applyFolder(app, folder, options);
      const { plan } = planned;
      if (plan === undefined) throw new Error(JSON.stringify(planned.diagnostics));
      expect(result?.converged, JSON.stringify(result)).toBe(true);
      const state = bookkeeping.map(({ request }) => JSON.stringify(request));
      const reported = JSON.stringify([plan, planDocument(plan, { url: "", version: "" }), result]);
      told.push(renderPlan(plan), reported, ...state);
      return writes.map(({ request }) => request.method);
    };
    expect(await apply(OLD)).toEqual(["POST", "PUT"]);
    expect(await apply(OLD)).toEqual([]);
    expect(await apply(NEXT)).toEqual(["PUT"]);
    expect(await apply(NEXT)).toEqual([]);
    const [main = ""] = Object.keys(files).filter((path) => /xml|appschema/.test(path));
    writeFiles(folder, { [main]: withPassword(["t:A", "t:B"]) });
    expect(await apply(NEXT)).toEqual(["DELETE", "PUT"]);
    expect(await apply(NEXT)).toEqual([]);
    for (const text of told)
      for (const secret of ["47/11", "Geheimnis", "<mehr>", "anderes"])
        expect(text).not.toContain(secret);
    const stored = await app.inject({
      url: "/rest/resource/data/w/s/s.appschema",
      headers: { authorization: AUTHORIZATION },
    });
    expect(stored.body).toContain(`<value>${NEXT}</value>`);
    expect(stored.body).toContain("<value>db.example.org</value>");
  });

  test("drift is reported by those who have the secret, and by nobody else", async () => {
    const { app } = await startCatalog({ dialect });
    const folder = temporaryFolder();
    writeFiles(folder, {
      "w.yaml": manifest("Workspace", { name: "w" }, {}),
      ...estates["one file"],
    });
    const environment = { DB_PASSWORD: OLD };
    await applyFolder(app, folder, { environment });
    const drifted = async () => {
      const estate = {
        name: "test",
        paths: [folder],
        prune: "none",
        allow: new Set<never>(),
        environment,
      } as const;
      return (await findDrift(estate, await connectTo(app))).drifted.map(({ address, fields }) => [
        address.name,
        ...fields.map(({ label }) => label),
      ]);
    };
    expect(await drifted()).toEqual([]);
    writeFiles(folder, { "s.xml": withPassword(["t:A"]).replace("<as:", "<!-- edited --><as:") });
    expect(await drifted()).toEqual([]);
    await app.inject({
      method: "PUT",
      url: "/rest/workspaces/w/datastores/s/file.appschema?configure=none",
      headers: { authorization: AUTHORIZATION, "content-type": "text/xml" },
      payload: mapping(["t:A"]),
    });
    writeFiles(folder, { "s.xml": withPassword(["t:A"]) });
    expect(await drifted()).toEqual([["s", "mapping"]]);
  });
});

test("what is missing is reported with its place", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, estates["one file"]);
  writeFiles(folder, { "s.xml": withPassword(["t:A"]).replace("var.host", "var.hast") });
  const { planned, writes } = await applyFolder(app, folder, { environment: {} });
  const found = planned.diagnostics.map(({ code, message, where }) => [
    code,
    message,
    where?.file.slice(folder.length + 1),
  ]);
  expect(found).toEqual([
    ["secret-missing", "The environment variable DB_PASSWORD is not set", "s.yaml"],
    ["variable-undefined", "${{ var.hast }} names no variable of the manifest", "s.xml"],
  ]);
  expect(writes).toEqual([]);
});
