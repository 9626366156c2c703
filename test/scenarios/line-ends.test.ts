/** Line ends of style sheets and templates, and of files that are one, are no difference: a checkout may end lines in another way. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const FILES = {
  "roads.css": "* {\n  stroke: #336699;\n}\n",
  "content.ftl": "<ul>\n<li>${name}</li>\n</ul>\n",
  "shared/base.css": "* {\n  fill: #336699;\n}\n",
  "shared/Head.FTL": "<p>\n</p>\n",
};

test.for(["documented", "geoserver", "stock"] as const)("%s", async (name) => {
  const app = name === "stock" ? stockServer().app : (await startCatalog({ dialect: name })).app;
  const folder = temporaryFolder();
  writeFiles(folder, {
    ...FILES,
    "style.yaml": manifest("Style", { name: "roads" }, { source: "./roads.css" }),
    "template.yaml": manifest("Template", { name: "content" }, { source: "./content.ftl" }),
    "file.yaml": manifest("File", { name: "www/shared" }, { source: "./shared/" }),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  for (const [path, text] of Object.entries(FILES))
    writeFiles(folder, { [path]: text.replaceAll("\n", "\r\n") });
  expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
  for (const [path, text] of Object.entries(FILES))
    writeFiles(folder, { [path]: text.replaceAll("\n", "\n\n") });
  expect((await planFolder(app, folder)).plan?.steps).toHaveLength(4);
});

test("of other files they are", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const file = manifest("File", { name: "www/a.txt" }, { source: "./a.txt" });
  writeFiles(folder, { "a.yaml": file, "a.txt": "a\n" });
  await applyFolder(app, folder);
  writeFiles(folder, { "a.txt": "a\r\n" });
  expect((await planFolder(app, folder)).plan?.steps).toHaveLength(1);
});
