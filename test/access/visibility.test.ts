/** Who sees what by the tables of `visibility-table.ts`, what is hidden, and what ETags and links show of it. */
import { describe, expect, test } from "vitest";
import { sharedCatalog } from "./server.ts";
import {
  administrators,
  cellOf,
  columns,
  everything,
  modes,
  nobody,
  scenarios,
  type Cell,
} from "./visibility-table.ts";

describe("who sees what", () => {
  const catalog = sharedCatalog();
  const { enter } = catalog;

  test.for(Object.entries(scenarios))("%s", async ([, scenario]) => {
    await enter(scenario);
    const found: unknown[] = [];
    for (const [path] of scenario.table) {
      const cells: Cell[] = [];
      for (const account of columns) cells.push(cellOf(await catalog.send(account, "GET", path)));
      found.push([path, ...cells]);
    }
    expect(found).toEqual(scenario.table);
  });

  test("the tables hold at least 200 cases", () => {
    const rows = Object.values(scenarios).flatMap(({ table }) => table);
    expect(rows.length * columns.length).toBeGreaterThanOrEqual(200);
  });

  test.for(administrators)("%s sees everything in any mode", async (account) => {
    for (const mode of modes) {
      await enter({ mode, rules: nobody });
      for (const [path, cell] of everything)
        expect([path, cellOf(await catalog.send(account, "GET", path))]).toEqual([path, cell]);
    }
  });

  test("what is hidden is answered as what is absent", async () => {
    await enter({ mode: "HIDE", rules: { "*.*.r": "", "sea.*.r": "*" } });
    const pairs = [
      ["/workspaces/geo.json", "/workspaces/nix.json"],
      ["/namespaces/geo.json", "/namespaces/nix.json"],
      ["/workspaces/geo/datastores.json", "/workspaces/nix/datastores.json"],
      ["/workspaces/geo/datastores/gs.json", "/workspaces/nix/datastores/gs.json"],
      ["/workspaces/geo/featuretypes.json", "/workspaces/nix/featuretypes.json"],
      ["/workspaces/geo/featuretypes/wells.json", "/workspaces/nix/featuretypes/wells.json"],
      ["/workspaces/geo/layers.json", "/workspaces/nix/layers.json"],
      ["/layers/geo:wells.json", "/layers/nix:wells.json"],
      ["/layers/wells.json", "/layers/nixwells.json"],
      ["/layers/geo:wells/styles.json", "/layers/nix:wells/styles.json"],
      ["/workspaces/geo/styles.json", "/workspaces/nix/styles.json"],
      ["/workspaces/geo/styles/gstyle.json", "/workspaces/nix/styles/gstyle.json"],
      ["/workspaces/geo/styles/gstyle.sld", "/workspaces/nix/styles/gstyle.sld"],
    ] as const;
    for (const [hidden, absent] of pairs) {
      const one = await catalog.send("geo", "GET", hidden);
      const other = await catalog.send("geo", "GET", absent);
      const neutral = (text: string) =>
        text.replaceAll(/nixwells/g, "wells").replaceAll("nix", "geo");
      expect([hidden, one.status, one.text]).toEqual([hidden, other.status, neutral(other.text)]);
    }
  });

  test("an ETag shows nothing of what is hidden", async () => {
    await enter({ mode: "HIDE", rules: { "*.*.r": "", "geo.*.r": "ROLE_GEO", "sea.*.r": "*" } });
    const before = await catalog.send("sea", "GET", "/layers.json");
    const whole = await catalog.send("admin", "GET", "/layers.json");
    expect(before.etag).not.toBe(whole.etag);
    const headers = { "if-none-match": whole.etag };
    expect((await catalog.send("sea", "GET", "/layers.json", { headers })).status).toBe(200);
    await catalog.must(
      "POST",
      "/workspaces",
      "text/xml",
      "<workspace><name>geo2</name></workspace>",
    );
    expect((await catalog.send("sea", "GET", "/layers.json")).etag).toBe(before.etag);
    const body = "<x/>";
    expect((await catalog.send("admin", "DELETE", "/workspaces/geo2", { body })).status).toBe(200);
    expect((await catalog.send("sea", "HEAD", "/layers.json")).etag).toBe(before.etag);
  });

  test("a layer does not name the styles of workspaces that are not seen", async () => {
    const layer =
      '{"layer":{"defaultStyle":{"name":"sea:sstyle"},"styles":{"style":[{"name":"sea:sstyle"},{"name":"geo:gstyle"}]}}}';
    await catalog.must("PUT", "/layers/geo:wells", "application/json", layer);
    for (const mode of ["HIDE", "MIXED"] as const) {
      await enter({ mode, rules: { "*.*.r": "", "geo.*.r": "ROLE_GEO", "sea.*.r": "ROLE_SEA" } });
      const seen = await catalog.send("geo", "GET", "/layers/geo:wells.json");
      expect(seen.status).toBe(200);
      expect(seen.text).not.toContain("sstyle");
      expect(seen.text).toMatch(/"defaultStyle":\{"name":"generic".*gstyle/);
      expect((await catalog.send("both", "GET", "/layers/geo:wells.json")).text).toContain(
        "sea:sstyle",
      );
    }
    await catalog.must(
      "PUT",
      "/layers/geo:wells",
      "application/json",
      '{"layer":{"defaultStyle":{"name":"generic"},"styles":""}}',
    );
  });
});
