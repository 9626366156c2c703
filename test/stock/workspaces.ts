/** Workspaces and namespaces of the stock server. */
import { bodyElement, entriesOf, flag, param, type Call } from "./call.ts";
import { removeFolder, removeGroup, removeStore } from "./cascades.ts";
import { dates, field, link, map, pathOf, type Answer } from "./documents.ts";
import { routesOf, type Noun } from "./nouns.ts";
import { ContainerRefusal, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { renameWorkspace } from "./rename.ts";
import { removeServices } from "./services.ts";
import { inWorkspace, now, scoped, type State, type Workspace } from "./state.ts";
import { child, childText } from "./xml-tree.ts";
import { done, refused } from "./recorded/recorded.ts";

/** The workspace a path names; `default` stands for the default one. */
function workspaceOf({ state }: Call, name: string): Workspace | undefined {
  return state.workspaces.get(name === "default" ? state.defaultWorkspace : name);
}

const named = ({ state }: Call) => [...state.workspaces.keys()];

const workspace: Noun<Workspace> = {
  item: "workspace",
  paths: ["/workspaces"],
  key: "workspace",
  names: named,
  find: (call) => {
    const name = param(call, "workspace");
    const own = workspaceOf(call, name);
    if (own !== undefined) return own;
    if (call.method === "PUT")
      throw new ContainerRefusal(404, `Can't change a non existant workspace (${name})`);
    const isDelete = call.method === "DELETE";
    throw refused(isDelete ? "DELETE workspace: unknown" : "GET workspace: unknown", { name });
  },
  post: (call, body) => {
    const name = childText(body, "name");
    // `default` is the name of the default workspace too.
    if (name !== undefined && workspaceOf(call, name) !== undefined)
      throw refused("POST workspace: taken", { name });
    const own = checkedName(name);
    add(call.state, own, `http://${own}`, childText(body, "isolated") === "true");
    return [pathOf("workspaces", own), own];
  },
  show: (call, own) => {
    const name = param(call, "workspace");
    const collections = ["dataStores", "coverageStores", "wmsStores", "wmtsStores"].map(
      (one) => `<${one}>${link(call, pathOf("workspaces", name, one.toLowerCase()))}</${one}>`,
    );
    const metadata = map(call, "metadata", own.metadata ?? new Map());
    return `<workspace>${field("name", own.name)}${metadata}${field("isolated", own.isolated)}${dates(own)}${collections.join("")}</workspace>`;
  },
  put: ({ state }, own, body) => {
    const wanted = childText(body, "name") ?? own.name;
    if (wanted === "") throw new Refusal(403, "The workspace name cannot be empty");
    if (wanted !== own.name && state.workspaces.has(wanted))
      throw new Refusal(500, `Workspace named '${wanted}' already exists.`);
    if (wanted !== own.name) renameWorkspace(state, own, wanted);
    changeIsolation(state, own, childText(body, "isolated") === "true");
    const metadata = child(body, "metadata");
    if (metadata !== undefined) own.metadata = entriesOf(metadata);
    return done("PUT workspace");
  },
  remove: (call, { name }) => {
    const isEmpty = storesOf(call.state, name).length === 0;
    if (!isEmpty && !flag(call, "recurse")) throw refused("DELETE workspace: not empty");
    removeWorkspace(call.state, name);
    return done("DELETE workspace");
  },
};

const namespace: Noun<Workspace> = {
  item: "namespace",
  paths: ["/namespaces"],
  key: "namespace",
  names: named,
  find: (call) => {
    const name = param(call, "namespace");
    const own = workspaceOf(call, name);
    if (name === "default" && call.method === "DELETE")
      throw new Refusal(405, "Can't delete the default namespace");
    if (own !== undefined) return own;
    // The body is read first.
    if (call.method === "PUT" && bodyElement(call, "namespace") !== undefined)
      throw refused("PUT namespace: unknown", { name });
    const isDelete = call.method === "DELETE";
    throw refused(isDelete ? "DELETE namespace: unknown" : "GET namespace: unknown", { name });
  },
  post: ({ state }, body) => {
    const prefix = checkedName(childText(body, "prefix"));
    const uri = childText(body, "uri") ?? "";
    const isolated = childText(body, "isolated") === "true";
    if (state.workspaces.has(prefix))
      throw refused("POST namespace: prefix taken", { name: prefix });
    if (!isolated && hasRival(state, { name: prefix }, uri))
      throw refused("POST namespace: URI taken", { uri });
    if (!URL.canParse(uri))
      throw new Refusal(500, `Invalid URI syntax for '${uri}' in namespace '${prefix}'`);
    add(state, prefix, uri, isolated);
    return [pathOf("namespaces", prefix), prefix];
  },
  // "GET namespace"
  show: (_call, own) =>
    `<namespace>${field("prefix", own.name)}${field("uri", own.uri)}${field("isolated", isIsolated(own))}</namespace>`,
  // Another URI is written into the stores of the workspace.
  put: ({ state }, own, body) => {
    if ((childText(body, "prefix") ?? own.name) !== own.name)
      throw new Refusal(403, "Can't change name of namespace");
    const uri = childText(body, "uri") ?? own.uri;
    const isolated = childText(body, "isolated") === "true";
    if (!isolated && hasRival(state, own, uri)) throw refused("PUT namespace: URI taken", { uri });
    own.uri = uri;
    changeIsolation(state, own, isolated);
    for (const store of inWorkspace(state.dataStores, own.name))
      store.parameters.set("namespace", own.uri);
    return done("PUT namespace");
  },
  // An empty one goes with its workspace; of another one the refusal looks like one of credentials.
  remove: ({ state }, { name }) => {
    const published = [state.featureTypes, state.coverages, state.cascadedLayers];
    const isEmpty = published.every((all) => inWorkspace(all, name).length === 0);
    if (!isEmpty) throw new Refusal(401, "Namespace not empty");
    removeWorkspace(state, name);
  },
};

const defaultOf = (noun: "workspace" | "namespace", element: string) => (call: Call) =>
  makeDefault(call, childText(bodyElement(call, noun), element) ?? "");

export const workspaceRoutes: readonly Route[] = [
  { path: "/workspaces/default", PUT: defaultOf("workspace", "name") },
  { path: "/namespaces/default", PUT: defaultOf("namespace", "prefix") },
  ...routesOf(workspace),
  ...routesOf(namespace),
];

function checkedName(name: string | undefined): string {
  if (name === undefined) throw new Refusal(500, "workspace name must not be null");
  if (name !== "default") return name;
  throw new Refusal(500, "default is a reserved keyword, can't be used as the workspace name");
}

function add(state: State, name: string, uri: string, isolated: boolean): void {
  state.workspaces.set(name, { name, uri, isolated, created: now(state) });
  if (state.workspaces.size === 1) state.defaultWorkspace = name;
}

/** What a body does not name is false; a namespace whose URI others have stays isolated all the same. */
function changeIsolation(state: State, workspace: Workspace, isolated: boolean): void {
  const wasIsolated = isIsolated(workspace);
  workspace.isolated = isolated;
  delete workspace.isIsolatedNamespace;
  if (!isolated && wasIsolated && hasRival(state, workspace, workspace.uri))
    workspace.isIsolatedNamespace = true;
}

function isIsolated({ isolated, isIsolatedNamespace }: Workspace): boolean {
  return isIsolatedNamespace ?? isolated;
}

/** Whether another namespace that is not isolated has a URI: no look for the URI finds isolated ones. */
function hasRival(
  { workspaces }: State,
  { name }: { readonly name: string },
  uri: string,
): boolean {
  const others = [...workspaces.values()].filter((other) => other.name !== name);
  return others.some((other) => other.uri === uri && !isIsolated(other));
}

function makeDefault(call: Call, wanted: string): Answer {
  const workspace = workspaceOf(call, wanted);
  if (workspace === undefined && call.path.startsWith("/namespaces"))
    throw new Refusal(500, `No such namespace: '${wanted}'`);
  if (workspace === undefined) throw refused("PUT workspace: default unknown", { name: wanted });
  const { name } = workspace;
  call.state.defaultWorkspace = name;
  return done("PUT workspace: default");
}

function storesOf(state: State, workspace: string) {
  return [
    ...inWorkspace(state.dataStores, workspace),
    ...inWorkspace(state.coverageStores, workspace),
    ...inWorkspace(state.cascadedStores, workspace),
  ];
}

/** Groups and styles go unasked, and so do all rules of the workspace. */
function removeWorkspace(state: State, workspace: string): void {
  for (const group of inWorkspace(state.layerGroups, workspace))
    removeGroup(state, scoped(workspace, group.name));
  for (const store of storesOf(state, workspace)) removeStore(state, workspace, store.name);
  for (const style of inWorkspace(state.styles, workspace)) {
    state.styles.delete(scoped(workspace, style.name));
  }
  removeFolder(state, `workspaces/${workspace}`);
  removeServices(state, workspace);
  for (const key of state.rules.layers.keys()) {
    if (key.toLowerCase().startsWith(`${workspace.toLowerCase()}.`)) state.rules.layers.delete(key);
  }
  state.workspaces.delete(workspace);
  if (state.defaultWorkspace === workspace)
    state.defaultWorkspace = [...state.workspaces.keys()].toSorted()[0] ?? "";
}
