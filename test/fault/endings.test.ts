/** A fault of the program, or what a command leaves open: the command ends all the same. */
import { afterEach, expect, test, vi } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { kinds } from "../../src/reconciler/kinds/registry.ts";
import { sld } from "../support/estates/artefacts.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { runCli } from "../support/commands/cli.ts";
import { estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

afterEach(() => void vi.restoreAllMocks());

test("a fault of the program while manifests are loaded ends the plan", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "s.yaml":
      "apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: s }\nspec: { source: ./s.sld }\n",
    "s.sld": sld({}),
  });
  const style = kinds.get("Style") ?? expect.unreachable();
  vi.spyOn(style, "resolve").mockRejectedValue(new TypeError("injected"));
  await expect(planEstate(estateOf(folder, {}), await connectTo(app))).rejects.toThrow("injected");
});

test("a command that is over ends its process, whatever is still open in it", async () => {
  const held = "data:text/javascript,setInterval(() => {}, 1e9)";
  const ran = await runCli(["version"], { env: { NODE_OPTIONS: `--import "${held}"` } });
  expect([ran.code, ran.stderr]).toEqual([0, ""]);
});
