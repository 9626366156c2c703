/** Feature types whose table is gone: told, applied as far as declared, and imported with everything else. */
import { expect, test } from "vitest";
import { importCatalog } from "../../src/reconciler/import/import.ts";
import { stockServer } from "../stock/server.ts";
import { connectTo } from "../support/servers/catalog.ts";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const IN_W = { workspace: "w" };

function typeNamed(name: string, spec: object) {
  return manifest("FeatureType", { ...IN_W, name }, { store: "db", ...spec });
}

async function withGoneTable() {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  const connection = { connectionParameters: { dbtype: "postgis", host: "db", database: "d" } };
  const attributes = [{ name: "the_geom" }, { name: "width", binding: "java.lang.Double" }];
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "db.yaml": manifest("DataStore", { ...IN_W, name: "db" }, connection),
    "gone.yaml": typeNamed("gone", { title: "Gone", attributes }),
    "there.yaml": typeNamed("there", { title: "There" }),
  });
  const { result } = await applyFolder(app, folder, { allow: ["public-access"] });
  expect(result).toMatchObject({ converged: true, diagnostics: [] });
  state.gone.add("gone");
  return { app, folder, attributes };
}

const TOLD = {
  code: "object-broken",
  severity: "warning",
  address: "FeatureType/w:gone",
  message: expect.stringContaining("Could not get native attributes"),
};

test("the plan is empty, and a changed field is applied", async () => {
  const { app, folder, attributes } = await withGoneTable();
  const { plan, diagnostics } = await planFolder(app, folder);
  expect(plan?.steps).toEqual([]);
  expect(diagnostics).toMatchObject([TOLD]);
  writeFiles(folder, {
    "gone.yaml": typeNamed("gone", { title: "Went", attributes }),
    "there.yaml": typeNamed("there", { title: "Here" }),
  });
  const { planned, result } = await applyFolder(app, folder);
  expect(planned.plan?.steps.map(({ request }) => request.path.split("/").at(-1))).toEqual([
    "gone",
    "there",
  ]);
  expect(result?.converged).toBe(true);
  expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
});

test("a rehearsal has it as far as the server shows it", async () => {
  const { app, folder } = await withGoneTable();
  writeFiles(folder, { "there.yaml": typeNamed("there", { title: "Here" }) });
  const { run } = await rehearse(estateOf(folder, {}), await connectTo(app));
  expect(run).toMatchObject({ gaps: [], leftovers: [], converged: true });
  // Its attributes are not to be had, and no request is about it.
  expect(run?.notRehearsed).toMatchObject([{ address: "FeatureType/w:gone", requests: 0 }]);
  expect(run?.calls.map(({ path }) => path.split("/").at(-1))).toContain("there");
});

test("an import writes it, and says what of it cannot be seen", async () => {
  const { app } = await withGoneTable();
  const { objects, undeclared } = await importCatalog(await connectTo(app, "import"));
  const types = objects.filter(({ address }) => address.kind === "FeatureType");
  expect(types.map(({ address }) => address.name)).toEqual(["gone", "there"]);
  expect(types[0]?.notes.join()).toContain("Could not get native attributes");
  expect(undeclared.filter(({ everywhere }) => everywhere !== true)).toEqual([]);
});
