/**
 * A mosaic whose index is in PostGIS, from a manifest: the password by reference, the table in the
 * database, the rows of the granules in it. Nothing that is applied drops a table.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { reveal } from "../../src/model/secret.ts";
import type { DangerName } from "../../src/reconciler/kind.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo, startCatalog, writesIn, type TestCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { describePostgis, startPostgis, type TestPostgis } from "../support/databases/postgis.ts";

const SCHEMA = "mosaic_kind";

describePostgis("a mosaic with its index in PostGIS", () => {
  let postgis: TestPostgis;

  beforeAll(async () => {
    postgis = await startPostgis(SCHEMA);
  });
  afterAll(() => postgis?.stop());

  function declare(folder: string, days: readonly number[], columns: readonly string[] = []): void {
    const { host, port, database, user } = postgis.connection;
    const granules = days.map((day) => [`granules/sst_2026010${day}.tif`, raster(day)] as const);
    writeFiles(folder, {
      "w.yaml": manifest("Workspace", { name: "w" }, {}),
      "s.yaml": manifest(
        "ImageMosaic",
        { workspace: "w", name: "s" },
        {
          definition: "./s/",
          variables: { host, port: String(port), passwd: { fromEnv: "SST_PASSWORD" } },
          coverages: [{ name: "s" }],
          granules: { local: "./granules/", policy: "mirror" },
        },
      ),
      "s/indexer.properties": indexer({ columns }),
      "s/timeregex.properties": TIME_REGEX,
      "s/datastore.properties": [
        "SPI=org.geotools.data.postgis.PostgisNGDataStoreFactory",
        "host=${{ var.host }}",
        "port=${{ var.port }}",
        `database=${database}`,
        `schema=${SCHEMA}`,
        `user=${user}`,
        "passwd=${{ var.passwd }}",
        "Loose\\ bbox=true",
        "",
      ].join("\n"),
      ...Object.fromEntries(granules),
    });
  }

  async function apply(
    { app }: TestCatalog,
    folder: string,
    allow: readonly DangerName[] = [],
  ): Promise<readonly string[]> {
    const connection = await connectTo(app);
    const environment = { SST_PASSWORD: reveal(postgis.connection.password) };
    const planned = await planEstate(
      { name: "test", paths: [folder], prune: "owned", allow: new Set(allow), environment },
      connection,
    );
    expect(planned.diagnostics).toEqual([]);
    if (planned.plan?.blocks.length !== 0)
      return planned.plan?.blocks.map(({ name }) => String(name)) ?? [];
    const { plan } = planned;
    expect(renderPlan(plan ?? expect.unreachable())).not.toContain(environment.SST_PASSWORD);
    const { send, inventory } = connection;
    const result = await applyPlan(planned, { send, inventory });
    expect(result, JSON.stringify(result)).toMatchObject({ converged: true });
    return writesIn(connection.log).catalog.map(({ request }) => request.method);
  }

  const rows = () => postgis.execute(`select location from ${SCHEMA}.s order by location`);

  test("is created, extended, recreated with another column, and deleted", async () => {
    const catalog = await startCatalog();
    const folder = temporaryFolder();
    declare(folder, [1, 2]);
    expect(await apply(catalog, folder)).toEqual(["POST", "PUT", "POST", "POST"]);
    expect(await rows()).toEqual([
      { location: "sst_20260101.tif" },
      { location: "sst_20260102.tif" },
    ]);
    expect(await apply(catalog, folder)).toEqual([]);
    declare(folder, [3]);
    expect(await apply(catalog, folder)).toEqual(["POST"]);
    expect(await rows()).toHaveLength(3);
    declare(folder, [], ["level:Integer"]);
    expect(await apply(catalog, folder)).toEqual(["index-table"]);
    await postgis.execute(`drop table ${SCHEMA}.s`);
    const allowed = await apply(catalog, folder, ["index-table"]);
    expect(allowed).toEqual(["DELETE", "PUT", "POST", "POST"]);
    expect(await rows()).toHaveLength(3);
    expect(await apply(catalog, folder)).toEqual([]);
    writeFiles(folder, { "s.yaml": "# plumbline: ignore\n" });
    expect(await apply(catalog, folder)).toEqual(["DELETE", "DELETE"]);
    expect(await rows()).toEqual([]);
  });
});
