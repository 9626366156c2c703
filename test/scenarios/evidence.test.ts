/** A plan that deletes runs only while the manifests are what they were when it was made. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Estate } from "../../src/reconciler/estate.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { sld } from "../support/estates/artefacts.ts";
import { connectTo, startCatalog, writesIn } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";

const style = (name: string) =>
  `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.sld }\n`;

/** A catalog with two styles, and a folder that declares the first of them only. */
async function withOneLess() {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, {
    "a.yaml": style("a"),
    "a.sld": sld(),
    "b.yaml": style("b"),
    "b.sld": sld(),
  });
  await applyFolder(app, folder);
  rmSync(join(folder, "b.yaml"));
  const estate: Estate = { name: "test", paths: [folder], prune: "owned", allow: new Set() };
  const connection = await connectTo(app);
  const planned = await planEstate(estate, connection);
  expect(planned.plan?.summary).toMatchObject({ delete: 1 });
  return { folder, planned, connection };
}

const damages: readonly (readonly [string, (folder: string) => void])[] = [
  ["the object is declared again", (folder) => writeFiles(folder, { "b.yaml": style("b") })],
  [
    "another object is declared",
    (folder) =>
      writeFiles(folder, {
        "c.yaml": "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: w }\nspec: {}\n",
      }),
  ],
  ["a file is cut short", (folder) => writeFiles(folder, { "a.yaml": style("a").slice(0, 60) })],
  ["an artefact changes", (folder) => writeFiles(folder, { "a.sld": sld({ colour: "#00000a" }) })],
  ["an artefact vanishes", (folder) => rmSync(join(folder, "a.sld"))],
  ["the folder vanishes", (folder) => rmSync(folder, { recursive: true })],
];

describe("between plan and apply", () => {
  test.for(damages)("%s: nothing is written", async ([, damage]) => {
    const { folder, planned, connection } = await withOneLess();
    damage(folder);
    const { send, inventory } = connection;
    await expect(applyPlan(planned, { send, inventory })).rejects.toThrow(
      /^The manifests, or files they name, have changed since the plan was made$/,
    );
    expect(writesIn(connection.log)).toEqual({ catalog: [], bookkeeping: [] });
  });

  test("a comment means nothing", async () => {
    const { folder, planned, connection } = await withOneLess();
    writeFiles(folder, { "a.yaml": `# The first.\n${style("a")}` });
    const { send, inventory } = connection;
    expect(await applyPlan(planned, { send, inventory })).toMatchObject({ converged: true });
  });
});
