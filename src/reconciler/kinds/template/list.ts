/** Lists templates: global ones, and those in the folders of workspaces, stores and layers. */
import { posix } from "node:path";
import type { Address } from "../../../model/address.ts";
import { templateFolder } from "../../../model/data-file.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import type { KindContext, LeaveOut } from "../../kind.ts";
import { orLeftOut } from "../declare/left-out.ts";
import { namesInFolder } from "../file/stored.ts";

export async function listTemplates(
  context: KindContext,
  workspace: string | null,
  leaveOut: LeaveOut,
): Promise<readonly Address[]> {
  const names = await templateNames(context, workspace, (folder, look) =>
    orLeftOut([{ kind: "Template", workspace, name: posix.join(folder, "*") }], leaveOut, look),
  );
  return names.map((name) => ({ kind: "Template", workspace, name }));
}

type LookInto = <Found>(folder: string, look: () => Promise<Found>) => Promise<Found | undefined>;

async function templateNames(
  context: KindContext,
  workspace: string | null,
  lookInto: LookInto,
): Promise<readonly string[]> {
  const own = (folder: string) =>
    lookInto(folder, () => templatesIn(context, workspace, folder)).then((found = []) => found);
  if (workspace === null) return own("");
  const stores = [
    ...(await namesAt(context.read, pathTo("dataStores", { workspace }, "xml"), "dataStore")),
    ...(await namesAt(
      context.read,
      pathTo("coverageStores", { workspace }, "xml"),
      "coverageStore",
    )),
  ];
  const published = new Set([
    ...(await namesAt(context.read, pathTo("featureTypes", { workspace }, "xml"), "featureType")),
    ...(await namesAt(context.read, pathTo("coverages", { workspace }, "xml"), "coverage")),
  ]);
  const found = await Promise.all(
    stores.map(async (store) => {
      const names = () => namesInFolder(context, templateFolder(workspace, store));
      const inside = (await lookInto(store, names)) ?? [];
      const layers = inside.filter((name) => published.has(name));
      const folders = [store, ...layers.map((name) => `${store}/${name}`)];
      return Promise.all(folders.map(own));
    }),
  );
  return [...(await own("")), ...found.flat(2)];
}

const TEMPLATE = /\.ftl$/;

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
