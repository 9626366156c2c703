/** What is set of a mosaic or a workspace that is made anew: it comes back where a manifest says it, and stops the plan elsewhere. */
import { expect, test } from "vitest";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, mosaicManifests } from "../support/mosaics/mosaic-manifests.ts";

/** A catalog of a folder, and what somebody puts there by hand. */
async function applied(files: Readonly<Record<string, string>>) {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const { result } = await applyFolder(app, folder);
  expect(result?.converged).toBe(true);
  const put = async (path: string, payload: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
    const answer = await app.inject({ method: "PUT", url: `/rest${path}`, headers, payload });
    expect(answer.statusCode).toBe(200);
  };
  const blocks = async () => {
    const { plan } = await planFolder(app, folder, { allow: ["workspace-delete", "over-limit"] });
    return plan?.blocks.map(({ name, message }) => `${name}: ${message}`);
  };
  return { folder, put, blocks };
}

/** Another schema, with which a mosaic is made anew. */
const REMADE = { "s/indexer.properties": indexer({ columns: ["run:String"] }) };

test("what somebody set of a mosaic stops its recreation until a manifest says it", async () => {
  const { folder, put, blocks } = await applied(mosaicManifests({ coverages: undefined }));
  const store =
    "<coverageStore><enabled>false</enabled><description>Sea</description></coverageStore>";
  await put("/workspaces/w/coveragestores/s", store);
  writeFiles(folder, REMADE);
  expect(await blocks()).toEqual([
    expect.stringMatching(/^irreversible: .*description of store w:s/),
    expect.stringMatching(/^irreversible: .*that store w:s is disabled/),
  ]);
  const said = { coverages: undefined, description: "Sea", enabled: false };
  writeFiles(folder, { ...mosaicManifests(said), ...REMADE });
  expect(await blocks()).toEqual([]);
});

test("metadata of a workspace that no manifest says stop that it gets another name", async () => {
  const declared = (name: string, metadata: object, spec: object = {}) => ({
    "anchor.yaml": manifest("Workspace", { name: "anchor" }, {}),
    "roads.yaml": manifest("Workspace", { name, ...metadata }, spec),
  });
  const { folder, put, blocks } = await applied(declared("roads", {}));
  const entries = '<entry key="owner">Roads</entry><entry key="year">2026</entry>';
  await put("/workspaces/roads", `<workspace><metadata>${entries}</metadata></workspace>`);
  const before = { previousName: "roads" };
  writeFiles(folder, declared("streets", before, { metadata: { owner: "Streets" } }));
  expect(await blocks()).toEqual([
    expect.stringMatching(/^irreversible: .*metadata year of workspace roads/),
  ]);
  writeFiles(folder, declared("streets", before, { metadata: { owner: "Streets", year: null } }));
  expect(await blocks()).toEqual([]);
});
