/** Templates that are there: those for everybody, and those in the folders of workspaces, stores and layers. */
import type { Address } from "../../../model/address.ts";
import { templateFolder } from "../../../model/data-file.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { parseNames } from "../../../wire/list.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { KindContext } from "../../kind.ts";
import { namesInFolder } from "../file/stored.ts";

/** Those of a workspace, or those for everybody. */
export async function listTemplates(
  context: KindContext,
  workspace: string | null,
): Promise<readonly Address[]> {
  const names = await templateNames(context, workspace);
  return names.map((name) => ({ kind: "Template", workspace, name }));
}

async function templateNames(
  context: KindContext,
  workspace: string | null,
): Promise<readonly string[]> {
  if (workspace === null) return templatesIn(context, null, "");
  const stores = [
    ...(await listed(context, pathTo("dataStores", { workspace }, "xml"), "dataStore")),
    ...(await listed(context, pathTo("coverageStores", { workspace }, "xml"), "coverageStore")),
  ];
  const published = new Set([
    ...(await listed(context, pathTo("featureTypes", { workspace }, "xml"), "featureType")),
    ...(await listed(context, pathTo("coverages", { workspace }, "xml"), "coverage")),
  ]);
  const found = await Promise.all(
    stores.map(async (store) => {
      const inside = await namesInFolder(context, templateFolder(workspace, store));
      const own = inside.filter((name) => published.has(name));
      const folders = [store, ...own.map((name) => `${store}/${name}`)];
      return Promise.all(folders.map((folder) => templatesIn(context, workspace, folder)));
    }),
  );
  return [...(await templatesIn(context, workspace, "")), ...found.flat(2)];
}

async function listed(
  { read }: KindContext,
  path: string,
  element: string,
): Promise<readonly string[]> {
  const response = await getIfThere(read, path);
  return response === undefined ? [] : parseNames(response, element);
}

const TEMPLATE = /\.ftl$/;

/** Names of the templates in one folder. */
async function templatesIn(
  context: KindContext,
  workspace: string | null,
  folder: string,
): Promise<readonly string[]> {
  const names = await namesInFolder(context, templateFolder(workspace, folder));
  return names
    .filter((name) => TEMPLATE.test(name))
    .map((name) => [folder, name.replace(TEMPLATE, "")].filter((part) => part !== "").join("/"));
}
