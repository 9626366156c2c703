/** Line ends of style sheets and templates are no difference: a checkout may end lines in another way. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { startCatalog } from "../support/catalog.ts";
import { applyFolder, planFolder } from "../support/estate.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { manifest } from "../support/mosaic-manifests.ts";

const FILES = {
  "roads.css": "* {\n  stroke: #336699;\n}\n",
  "content.ftl": "<ul>\n<li>${name}</li>\n</ul>\n",
};

test.for(["documented", "geoserver", "stock"] as const)("%s", async (name) => {
  const app = name === "stock" ? stockServer().app : (await startCatalog({ dialect: name })).app;
  const folder = temporaryFolder();
  writeFiles(folder, {
    ...FILES,
    "style.yaml": manifest("Style", { name: "roads" }, { source: "./roads.css" }),
    "template.yaml": manifest("Template", { name: "content" }, { source: "./content.ftl" }),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  for (const [path, text] of Object.entries(FILES))
    writeFiles(folder, { [path]: text.replaceAll("\n", "\r\n") });
  expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
  for (const [path, text] of Object.entries(FILES))
    writeFiles(folder, { [path]: text.replaceAll("\n", "\n\n") });
  expect((await planFolder(app, folder)).plan?.steps).toHaveLength(2);
});
