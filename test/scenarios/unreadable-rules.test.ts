/** Rules on requests that a stock server takes, and stumbles over when it reads its rules again. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";

function estate(...keys: readonly string[]): string {
  const folder = temporaryFolder();
  const rules = Object.fromEntries(keys.map((key) => [key, ["ROLE_ADMINISTRATOR"]]));
  const spec = { domain: "rest", mode: "merge", rules };
  writeFiles(folder, { "rules.yaml": document("AccessRules", { name: "rest" }, spec) });
  return folder;
}

test.for(["/layers/w:A:GET", "/layers/w;A:GET", "/w:1/**:GET,HEAD"])(
  "%s is not sent to a stock server",
  async (key) => {
    const { app, state } = stockServer();
    const { planned, writes } = await applyFolder(app, estate(key));
    expect(planned.plan?.blocks.map(({ message }) => message)).toEqual([
      expect.stringContaining(`The rule on requests ${key} has a colon or semicolon`),
    ]);
    expect(writes).toEqual([]);
    expect([...state.rules.rest.keys()]).not.toContain(key);
  },
);

test("wildcards in its place are taken, and what is there already stops nothing", async () => {
  const { app, state } = stockServer();
  state.rules.rest.set("/layers/w:A:GET", ["ROLE_ADMINISTRATOR"]);
  const folder = estate("/layers/w?A:GET", "/layers/w:A:GET");
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
});

test("the included server reads them", async () => {
  const { app } = await startCatalog({ dialect: "documented" });
  expect((await applyFolder(app, estate("/layers/w:A:GET"))).result?.converged).toBe(true);
});
