/** Granules beside the manifest, mirrored and added, against a stock server. */
import { describe, expect, test } from "vitest";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import { declare, settled, startStock, STORE } from "./mosaics.ts";

describe("local granules", () => {
  const LOCAL = { granules: { local: "./granules/", policy: "mirror" } };
  const granules = (days: readonly number[], content = "") =>
    Object.fromEntries(days.map((day) => [`granules/a_2026010${day}.tif`, `${day}${content}`]));

  test("several travel in one archive, one by itself, what is gone in one filter", async () => {
    const catalog = await startStock();
    declare(catalog, LOCAL, granules([1, 2, 3, 4, 5]));
    expect((await catalog.apply()).slice(1)).toEqual([
      `PUT ${STORE}/file.imagemosaic?configure=none`,
      `POST ${STORE}/coverages`,
    ]);
    await settled(catalog);
    declare(catalog, LOCAL, granules([6]));
    expect(await catalog.apply()).toEqual([
      `POST ${STORE}/file.imagemosaic?filename=a_20260106.tif&updateBBox=true`,
    ]);
    declare(catalog, LOCAL, granules([2], "changed"));
    const { plan } = await catalog.plan();
    expect(renderPlan(plan ?? expect.unreachable())).toMatch(
      /content of granules {2}− a_20260102\.tif \w+… {2}\+ a_20260102\.tif \w+…/,
    );
    expect(await catalog.apply()).toEqual([
      `POST ${STORE}/file.imagemosaic?filename=a_20260102.tif&updateBBox=true`,
    ]);
    await settled(catalog);
  });

  test("what somebody harvested is removed; more than a fifth needs consent", async () => {
    const catalog = await startStock();
    declare(catalog, LOCAL, granules([1, 2, 3, 4, 5]));
    await catalog.apply();
    const index = catalog.stock.stores.get("w:s")?.index;
    index?.add("it's_20260201.tif");
    expect(await catalog.apply()).toEqual([
      `DELETE ${STORE}/coverages/s/index/granules.xml?filter=location IN ('it''s_20260201.tif')&updateBBox=true`,
    ]);
    index?.add("b_20260201.tif").add("b_20260202.tif");
    const { plan } = await catalog.plan();
    expect(plan?.blocks).toMatchObject([
      {
        name: "over-limit",
        message: "The mirror would remove 2 of 7 granules of w:s, 29 %; the limit is 20 %",
      },
    ]);
    const box = { minx: 0, miny: 0, maxx: 1, maxy: 1 };
    expect(plan?.footprints).toMatchObject([
      { address: { name: "s" }, name: "b_20260201.tif", box },
      { address: { name: "s" }, name: "b_20260202.tif", box },
    ]);
    expect(await catalog.apply({ allow: ["over-limit"] })).toHaveLength(1);
    await settled(catalog);
  });

  test("add-only leaves other granules alone and reads no further than it must", async () => {
    const catalog = await startStock();
    const spec = { granules: { local: "./granules/" } };
    declare(catalog, spec, granules([1, 2]));
    await catalog.apply();
    const index = catalog.stock.stores.get("w:s")?.index;
    for (let number = 0; number < 2_500; number++) index?.add(`x${number}.tif`);
    await settled(catalog);
    const pages = () =>
      catalog.log().filter(({ request }) => request.path.endsWith("/granules.json"));
    expect(pages()).toHaveLength(1);
    index?.delete("a_20260102.tif");
    await catalog.plan();
    expect(pages()).toHaveLength(3);
    expect(await catalog.apply()).toHaveLength(1);
  });

  test("many removals are split where an address would become too long", async () => {
    const catalog = await startStock();
    declare(catalog, LOCAL, granules([1]));
    await catalog.apply();
    const index = catalog.stock.stores.get("w:s")?.index;
    for (let number = 0; number < 1_500; number++) index?.add(`granule_${number}.tif`);
    const writes = await catalog.apply({ allow: ["over-limit"] });
    expect(writes.length).toBeGreaterThan(1);
    expect(writes.length).toBeLessThan(10);
    for (const write of writes) expect(encodeURI(write).length).toBeLessThan(8_192);
    expect(writes.filter((write) => write.includes("updateBBox"))).toHaveLength(1);
    expect([...(index ?? [])]).toEqual(["a_20260101.tif"]);
  });

  test("another revision brings all of them again", async () => {
    const catalog = await startStock();
    declare(catalog, LOCAL, granules([1, 2]));
    await catalog.apply();
    declare(catalog, { granules: { ...LOCAL.granules, revision: "2" } });
    expect(await catalog.apply()).toEqual([`POST ${STORE}/file.imagemosaic?updateBBox=true`]);
    await settled(catalog);
  });

  test("drift shows what is gone and what is new", async () => {
    const catalog = await startStock();
    declare(catalog, LOCAL, granules([1, 2]));
    await catalog.apply();
    expect(await catalog.drift()).toEqual([]);
    const index = catalog.stock.stores.get("w:s")?.index;
    index?.delete("a_20260101.tif");
    index?.add("new.tif");
    expect(await catalog.drift()).toMatchObject([
      {
        gone: false,
        fields: [
          {
            field: "granules",
            before: ["a_20260102.tif", "new.tif"],
            after: ["a_20260101.tif", "a_20260102.tif"],
          },
        ],
      },
    ]);
  });

  test("side files travel with their granule, and make it another when they change", async () => {
    const catalog = await startStock();
    const pictures = { "granules/a.1.png": "1", "granules/a.1.pgw": "w", "granules/a.2.png": "2" };
    declare(catalog, LOCAL, { ...pictures, "granules/a.2.png.aux.xml": "<x/>" });
    await catalog.apply();
    const files = catalog.stock.stores.get("w:s")?.files;
    expect([...(files?.keys() ?? [])]).toContain("a.2.png.aux.xml");
    declare(catalog, LOCAL, { "granules/a.1.pgw": "other" });
    expect(await catalog.apply()).toEqual([`POST ${STORE}/file.imagemosaic?updateBBox=true`]);
    expect(Buffer.from(files?.get("a.1.pgw") ?? []).toString()).toBe("other");
    await settled(catalog);
  });

  test("an upload of everything is one request", async () => {
    const catalog = await startStock();
    const spec = { ...LOCAL, configure: "onUpload" };
    declare(catalog, spec, granules([1, 2]));
    expect((await catalog.apply()).slice(1)).toEqual([
      `PUT ${STORE}/file.imagemosaic?configure=all`,
    ]);
    await settled(catalog);
  });
});

describe("a window", () => {
  const DAY = 86_400_000;
  const NOW = Date.parse("2026-01-31T12:00:00Z");
  const spec = {
    granules: {
      local: "./granules/",
      policy: "mirror",
      window: { attribute: "time", last: "P10D" },
    },
  };
  const files = Object.fromEntries(
    [1, 10, 22, 23, 24, 25, 26, 30].map((day) => [
      `granules/a_202601${String(day).padStart(2, "0")}.tif`,
      `${day}`,
    ]),
  );

  test("only what is inside is uploaded, read and removed", async () => {
    const catalog = await startStock();
    const options = { clock: () => NOW };
    declare(catalog, spec, files);
    await catalog.apply(options);
    const index = catalog.stock.stores.get("w:s")?.index ?? new Set();
    expect(index.size).toBe(6);
    index.add("old_20251224.tif").add("new_20260129.tif");
    const writes = await catalog.apply(options);
    expect(writes).toEqual([
      `DELETE ${STORE}/coverages/s/index/granules.xml?filter=location IN ('new_20260129.tif')&updateBBox=true`,
    ]);
    const filters = catalog.log().map(({ request }) => request.query?.["filter"]);
    expect(filters).toContain("time AFTER 2026-01-21T12:00:00Z");
    expect(index.has("old_20251224.tif")).toBe(true);
    await settled(catalog, options);
    await settled(catalog, { clock: () => NOW + 5 * DAY });
  });

  test("what no name dates is looked up wherever it lies", async () => {
    const catalog = await startStock();
    const options = { clock: () => NOW };
    declare(catalog, spec, { ...files, "granules/undated.tif": "u" });
    await catalog.apply(options);
    await settled(catalog, options);
  });
});
