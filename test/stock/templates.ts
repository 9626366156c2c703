/** Templates of the stock server: files of the data directory below `workspaces/`, written whether their object is there or not. */
import { mediaType, param, type Call } from "./call.ts";
import { pathOf, type Answer } from "./documents.ts";
import { routesOf } from "./nouns.ts";
import { found, Refusal, RouteRefusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { scoped } from "./state.ts";

const HOMES = [
  "",
  "/workspaces/:workspace",
  "/workspaces/:workspace/datastores/:store",
  "/workspaces/:workspace/datastores/:store/featuretypes/:type",
  "/workspaces/:workspace/coveragestores/:store",
  "/workspaces/:workspace/coveragestores/:store/coverages/:type",
] as const;

export const templateRoutes: readonly Route[] = HOMES.flatMap((home) => [
  { path: `${home}/templates/:template`, PUT: putTemplate },
  ...routesOf<{ readonly file: string; readonly body: Uint8Array }>({
    item: "org.geoserver.rest.catalog.TemplateInfo",
    paths: [`${home}/templates`],
    key: "template",
    names: listTemplates,
    at: ({ path }, name) => path + pathOf(name),
    find: (call) => {
      const file = fileOf(call);
      return { file, body: found(call.state.files.get(file), `Template not found: '${file}'`) };
    },
    show: (_call, { body }) => ({ status: 200, type: "text/plain", body }),
    remove: ({ state }, { file }) => {
      state.files.delete(file);
    },
  }),
]);

function folderOf(call: Call): string {
  const names = ["workspace", "store", "type"].map((name) => param(call, name));
  return ["workspaces", ...names.filter((name) => name !== "")].join("/");
}

/** Whether there is such a folder: those of objects are there without a file in them. */
function isThere({ state, params }: Call, folder: string): boolean {
  const { workspace, store, type } = params;
  if (workspace === undefined) return true;
  if ([...state.files.keys()].some((path) => path.startsWith(`${folder}/`))) return true;
  if (store === undefined) return state.workspaces.has(workspace);
  const stores = [state.dataStores, state.coverageStores];
  if (type === undefined) return stores.some((all) => all.has(scoped(workspace, store)));
  const published = state.featureTypes.get(scoped(workspace, type));
  return (published ?? state.coverages.get(scoped(workspace, type)))?.store === store;
}

function listTemplates(call: Call): readonly string[] | Answer {
  const folder = folderOf(call);
  if (!isThere(call, folder)) throw new Refusal(404, `Directory not found: '${folder}'`);
  const names = [...call.state.files.keys()].flatMap((path) => {
    const [own, name] = splitPath(path);
    return own === folder && name.endsWith(".ftl") ? [name] : [];
  });
  if (call.suffix !== "json" && call.suffix !== "xml")
    return {
      status: 200,
      type: "text/html",
      body: `<html><ul><li>${names.join("</li><li>")}</li></ul></html>`,
    };
  return names;
}

function splitPath(path: string): readonly [folder: string, name: string] {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}

/** Whatever a path ends with is cut off, and the file ends with `.ftl`. */
function fileOf(call: Call): string {
  return `${folderOf(call)}/${param(call, "template")}.ftl`;
}

function putTemplate(call: Call): Answer {
  if (mediaType(call) !== "text/plain")
    throw new RouteRefusal(415, `Content-Type '${call.contentType}' is not supported.`);
  call.state.files.set(fileOf(call), call.body);
  return { status: 201, body: "" };
}
