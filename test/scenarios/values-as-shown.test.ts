/** What a manifest leaves open of bands, and numbers and measures that servers write in their own way. */
import { expect, test } from "vitest";
import { findDrift } from "../../src/reconciler/drift.ts";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION, connectTo } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const at = (name: string) => ({ workspace: "w", name });

async function put(app: ReturnType<typeof stockServer>["app"], path: string, payload: string) {
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const { statusCode } = await app.inject({ method: "PUT", url: `/rest${path}`, headers, payload });
  expect(statusCode).toBe(200);
}

test("what a manifest left open of a band is no drift once it says another one", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const bands = (unit: string) =>
    manifest("Coverage", at("relief"), { store: "relief", bands: [{ name: "GRAY", unit }] });
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": manifest("CoverageStore", at("relief"), {
      type: "GeoTIFF",
      url: "file:data/relief.tif",
    }),
    "c.yaml": bands("m"),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  await put(
    app,
    "/workspaces/w/coveragestores/relief/coverages/relief",
    "<coverage><dimensions><coverageDimension><name>GRAY</name><description>Heights</description><range><min>0.0</min><max>inf</max></range><unit>m</unit></coverageDimension></dimensions></coverage>",
  );
  const drift = async () => (await findDrift(estateOf(folder, {}), await connectTo(app))).drifted;
  expect(await drift()).toEqual([]);
  writeFiles(folder, { "c.yaml": bands("ft") });
  expect(await drift()).toEqual([]);
});

test("a measure is the same however a server writes its number, also where it is said again", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const type = (linearizationTolerance: string, workspace = "w") =>
    manifest(
      "FeatureType",
      { workspace, name: "ways" },
      { store: "db", wfs: { linearizationTolerance } },
    );
  const store = (workspace: string) =>
    manifest(
      "DataStore",
      { workspace, name: "db" },
      {
        connectionParameters: { dbtype: "postgis", host: "h" },
      },
    );
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": store("w"),
    "f.yaml": type("10 m"),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  writeFiles(folder, { "f.yaml": type("12.50 m") });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "v", previousName: "w" }, {}),
    "s.yaml": store("v"),
    "f.yaml": type("12.50 m", "v"),
  });
  const { result, planned } = await applyFolder(app, folder, { allow: ["workspace-delete"] });
  expect(result?.diagnostics ?? planned.plan?.blocks).toEqual([]);
});

test("a description that reads like another property of an attribute is no drift", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const description = { de: "x, length=5", en: "y, nillable=true" };
  const type = (more: object) =>
    manifest("FeatureType", at("ways"), {
      store: "db",
      attributes: [{ name: "width", description, minOccurs: 0, ...more }],
    });
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": manifest("DataStore", at("db"), {
      connectionParameters: { dbtype: "postgis", host: "h" },
    }),
    "f.yaml": type({}),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  const drift = async (length: number, en: string) => {
    const texts = `<description><de>x, length=5</de><en>${en}</en></description>`;
    const attribute = `<name>width</name><length>${length}</length><nillable>false</nillable><minOccurs>0</minOccurs>${texts}`;
    const body = `<featureType><attributes><attribute>${attribute}</attribute></attributes></featureType>`;
    await put(app, "/workspaces/w/datastores/db/featuretypes/ways", body);
    writeFiles(folder, { "f.yaml": type({ nillable: true }) });
    const { drifted } = await findDrift(estateOf(folder, {}), await connectTo(app));
    return drifted.map(({ address }) => address.name);
  };
  expect(await drift(9, "y, nillable=true")).toEqual([]);
  expect(await drift(9, "z")).toEqual(["ways"]);
});

test("options that are numbers are the same however a server writes them", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const attributes = [{ name: "width", binding: "java.lang.Double", options: [1, 2.5] }];
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": manifest("DataStore", at("db"), {
      connectionParameters: { dbtype: "postgis", host: "h" },
    }),
    "f.yaml": manifest("FeatureType", at("ways"), { store: "db", attributes }),
  });
  await applyFolder(app, folder);
  await put(
    app,
    "/workspaces/w/datastores/db/featuretypes/ways",
    "<featureType><attributes><attribute><name>width</name><binding>java.lang.Double</binding><options><double>1.0</double><double>2.5</double></options></attribute></attributes></featureType>",
  );
  const { plan } = await planFolder(app, folder);
  expect(plan?.steps).toEqual([]);
});
