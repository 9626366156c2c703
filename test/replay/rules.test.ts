/** Real sets of access rules: applied as manifests, found again as sets, nothing left to do. */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "dot-properties";
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { oneByFile } from "../support/run/scale.ts";
import { manifest, tell } from "./support.ts";

/** Roles of a rule as servers keep them: a set, in which everybody swallows the others. */
function roleSet(text: string): readonly string[] {
  const roles = text
    .split(",")
    .map((role) => role.trim())
    .filter((role) => role !== "");
  return roles.includes("*") ? ["*"] : [...new Set(roles)].toSorted();
}

describeSamples("real access rules", () => {
  test.for(oneByFile(import.meta.url, dialects))("%s dialect", async (dialect) => {
    const sets = readdirSync(sample("acl")).toSorted();
    let count = 0;
    for (const name of sets) {
      const { app } = await startCatalog({ dialect });
      const { mode, ...rules } = parse(
        readFileSync(sample(`acl/${name}/layers.properties`), "latin1"),
      ) as Record<string, string>;
      const spec = {
        mode: "merge",
        rules: Object.fromEntries(
          Object.entries(rules).map(([key, roles]) => [key, roleSet(roles)]),
        ),
      };
      const folder = temporaryFolder();
      writeFiles(folder, {
        "rules.yaml": manifest("AccessRules", { name: "all" }, spec),
        ...(mode === undefined
          ? {}
          : { "mode.yaml": manifest("CatalogMode", { name: "catalog" }, { mode }) }),
      });
      const options = { allow: ["catalog-mode", "public-access"] } as const;
      const applied = await applyFolder(app, folder, options);
      expect(applied.result?.converged, name).toBe(true);
      expect((await applyFolder(app, folder, options)).writes, name).toEqual([]);
      const answer = await app.inject({
        url: "/rest/security/acl/layers.json",
        headers: { authorization: AUTHORIZATION },
      });
      const live = Object.entries(JSON.parse(answer.body) as Record<string, string>);
      const declared = Object.entries(rules).map(([key, roles]) => [key, roleSet(roles)]);
      for (const pair of declared)
        expect(
          live.map(([key, roles]) => [key, roleSet(roles)]),
          name,
        ).toContainEqual(pair);
      count += declared.length;
    }
    tell(`access rules, ${dialect}: ${sets.length} sets, ${count} rules, 0 unexplained`);
  });
});
