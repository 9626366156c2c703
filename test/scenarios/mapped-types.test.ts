/** What a manifest sets of feature types that a mapping publishes (docs/decisions/0077-settings-of-mapped-types.md). */
import { expect, test } from "vitest";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const files = (types: object, published: readonly string[]) => ({
  "w.yaml": manifest("Workspace", { name: "w" }, {}),
  "s.yaml": manifest(
    "AppSchemaStore",
    { workspace: "w", name: "s" },
    { mapping: "./s.xml", types },
  ),
  "s.xml": mapping(published.map((name) => `t:${name}`)),
});

test("settings of a type that the mapping does not publish are an error with their place", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files({ B: { abstract: "Nothing" } }, ["A"]));
  const { diagnostics } = await planFolder(app, folder);
  expect(diagnostics).toMatchObject([
    {
      code: "manifest-invalid",
      message: "The mapping publishes no feature type B; it publishes A",
      where: { file: expect.stringMatching(/s\.yaml$/) },
    },
  ]);
});

test("a recreated store has what is declared of its types, and what somebody set beside it", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const declared = { A: { abstract: "Declared", metadata: { one: "declared" } } };
  writeFiles(folder, files(declared, ["A"]));
  await applyFolder(app, folder);
  const path = "/rest/workspaces/w/datastores/s/featuretypes/A";
  const entries = ['<entry key="one">declared</entry>', '<entry key="two">by hand</entry>'];
  const payload = `<featureType><maxFeatures>7</maxFeatures><metadata>${entries.join("")}</metadata></featureType>`;
  const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
  await app.inject({ method: "PUT", url: path, headers, payload });
  writeFiles(folder, files({ A: { ...declared.A, abstract: "Anew" } }, ["A", "B"]));
  const { result } = await applyFolder(app, folder);
  expect(result?.converged).toBe(true);
  const { body } = await app.inject({ url: `${path}.xml`, headers });
  for (const text of ["<abstract>Anew</abstract>", "<maxFeatures>7</maxFeatures>", ...entries])
    expect(body).toContain(text);
});
