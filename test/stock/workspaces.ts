/** Workspaces and namespaces of the stock server. */
import { bodyElement, entriesOf, flag, param, type Call } from "./call.ts";
import { removeFolder, removeGroup, removeStore } from "./cascades.ts";
import {
  created,
  dates,
  documentOf,
  DONE,
  field,
  link,
  listOf,
  map,
  pathOf,
  type Answer,
} from "./documents.ts";
import { ContainerRefusal, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { renameWorkspace } from "./rename.ts";
import { removeServices } from "./services.ts";
import { inWorkspace, now, scoped, type State, type Workspace } from "./state.ts";
import { child, childText } from "./xml-tree.ts";
import { done, refused } from "./recorded/recorded.ts";

/** `/workspaces` and `/namespaces`. */
export const workspaceRoutes: readonly Route[] = [
  { path: "/workspaces", GET: listWorkspaces, POST: postWorkspace },
  { path: "/workspaces/:workspace", GET: getWorkspace, PUT: putWorkspace, DELETE: deleteWorkspace },
  { path: "/namespaces", GET: listNamespaces, POST: postNamespace },
  { path: "/namespaces/:namespace", GET: getNamespace, PUT: putNamespace, DELETE: deleteNamespace },
];

function listWorkspaces(call: Call): Answer {
  const names = [...call.state.workspaces.keys()];
  return listOf(call, "workspace", names, (name) => pathOf("workspaces", name));
}

function listNamespaces(call: Call): Answer {
  const names = [...call.state.workspaces.keys()];
  return listOf(call, "namespace", names, (name) => pathOf("namespaces", name));
}

function postWorkspace(call: Call): Answer {
  const body = bodyElement(call, "workspace");
  const name = childText(body, "name");
  // `default` is the name of the default workspace too.
  if (name !== undefined && workspaceOf(call, name) !== undefined)
    throw refused("POST workspace: taken", { name });
  const own = checkedName(name);
  add(call.state, own, `http://${own}`, childText(body, "isolated") === "true");
  return created(call, pathOf("workspaces", own), own);
}

function checkedName(name: string | undefined): string {
  if (name === undefined) throw new Refusal(500, "workspace name must not be null");
  if (name !== "default") return name;
  throw new Refusal(500, "default is a reserved keyword, can't be used as the workspace name");
}

function add(state: State, name: string, uri: string, isolated: boolean): void {
  state.workspaces.set(name, { name, uri, isolated, created: now(state) });
  if (state.workspaces.size === 1) state.defaultWorkspace = name;
}

function postNamespace(call: Call): Answer {
  const { state } = call;
  const body = bodyElement(call, "namespace");
  const prefix = checkedName(childText(body, "prefix"));
  const uri = childText(body, "uri") ?? "";
  const isolated = childText(body, "isolated") === "true";
  if (state.workspaces.has(prefix)) throw refused("POST namespace: prefix taken", { name: prefix });
  if (!isolated && hasRival(state, { name: prefix }, uri))
    throw refused("POST namespace: URI taken", { uri });
  if (!URL.canParse(uri))
    throw new Refusal(500, `Invalid URI syntax for '${uri}' in namespace '${prefix}'`);
  add(state, prefix, uri, isolated);
  return created(call, pathOf("namespaces", prefix), prefix);
}

/** The workspace a path names; `default` stands for the default one. */
function workspaceOf({ state }: Call, name: string): Workspace | undefined {
  return state.workspaces.get(name === "default" ? state.defaultWorkspace : name);
}

function getWorkspace(call: Call): Answer {
  const name = param(call, "workspace");
  const workspace = workspaceOf(call, name);
  if (workspace === undefined) throw refused("GET workspace: unknown", { name });
  const collections = ["dataStores", "coverageStores", "wmsStores", "wmtsStores"].map(
    (one) => `<${one}>${link(call, pathOf("workspaces", name, one.toLowerCase()))}</${one}>`,
  );
  const xml = `<workspace>${field("name", workspace.name)}${map(call, "metadata", workspace.metadata ?? new Map())}${field("isolated", workspace.isolated)}${dates(workspace)}${collections.join("")}</workspace>`;
  return documentOf(call, xml);
}

function putWorkspace(call: Call): Answer {
  const name = param(call, "workspace");
  if (name === "default") return putDefault(call);
  const workspace = workspaceOf(call, name);
  if (workspace === undefined)
    throw new ContainerRefusal(404, `Can't change a non existant workspace (${name})`);
  const body = bodyElement(call, "workspace");
  const wanted = childText(body, "name") ?? workspace.name;
  if (wanted === "") throw new Refusal(403, "The workspace name cannot be empty");
  if (wanted !== workspace.name && call.state.workspaces.has(wanted))
    throw new Refusal(500, `Workspace named '${wanted}' already exists.`);
  if (wanted !== workspace.name) renameWorkspace(call.state, workspace, wanted);
  changeIsolation(call.state, workspace, childText(body, "isolated") === "true");
  const metadata = child(body, "metadata");
  if (metadata !== undefined) workspace.metadata = entriesOf(metadata);
  workspace.modified = now(call.state);
  return done("PUT workspace");
}

/** What a body does not name is false; a namespace whose URI others have stays isolated all the same. */
function changeIsolation(state: State, workspace: Workspace, isolated: boolean): void {
  const wasIsolated = isIsolated(workspace);
  workspace.isolated = isolated;
  delete workspace.isIsolatedNamespace;
  if (!isolated && wasIsolated && hasRival(state, workspace, workspace.uri))
    workspace.isIsolatedNamespace = true;
}

/** Whether the namespace of a workspace is isolated. */
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

/** Says which workspace is the default one. */
function putDefault(call: Call): Answer {
  return makeDefault(call, childText(bodyElement(call, "workspace"), "name") ?? "");
}

function makeDefault(call: Call, wanted: string): Answer {
  const workspace = workspaceOf(call, wanted);
  if (workspace === undefined && call.params["namespace"] !== undefined)
    throw new Refusal(500, `No such namespace: '${wanted}'`);
  if (workspace === undefined) throw refused("PUT workspace: default unknown", { name: wanted });
  const { name } = workspace;
  call.state.defaultWorkspace = name;
  return done("PUT workspace: default");
}

function deleteWorkspace(call: Call): Answer {
  const { state } = call;
  const name = param(call, "workspace");
  const own = workspaceOf(call, name)?.name;
  if (own === undefined) throw refused("DELETE workspace: unknown", { name });
  const isEmpty = storesOf(state, own).length === 0;
  if (!isEmpty && !flag(call, "recurse")) throw refused("DELETE workspace: not empty");
  removeWorkspace(state, own);
  return done("DELETE workspace");
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

function getNamespace(call: Call): Answer {
  const name = param(call, "namespace");
  const namespace = workspaceOf(call, name);
  if (namespace === undefined) throw refused("GET namespace: unknown", { name });
  // "GET namespace"
  const xml = `<namespace>${field("prefix", namespace.name)}${field("uri", namespace.uri)}${field("isolated", isIsolated(namespace))}</namespace>`;
  return documentOf(call, xml);
}

/** Another URI is written into the stores of the workspace. */
function putNamespace(call: Call): Answer {
  const { state } = call;
  const name = param(call, "namespace");
  const body = bodyElement(call, "namespace");
  if (name === "default") return makeDefault(call, childText(body, "prefix") ?? "");
  const namespace = workspaceOf(call, name);
  if (namespace === undefined) throw refused("PUT namespace: unknown", { name });
  const prefix = childText(body, "prefix") ?? namespace.name;
  if (prefix !== namespace.name) throw new Refusal(403, "Can't change name of namespace");
  const uri = childText(body, "uri") ?? namespace.uri;
  const isolated = childText(body, "isolated") === "true";
  if (!isolated && hasRival(state, namespace, uri))
    throw refused("PUT namespace: URI taken", { uri });
  namespace.uri = uri;
  changeIsolation(state, namespace, isolated);
  namespace.modified = now(state);
  for (const store of inWorkspace(state.dataStores, namespace.name))
    store.parameters.set("namespace", namespace.uri);
  return done("PUT namespace");
}

/** An empty one goes with its workspace; of another one the refusal looks like one of credentials. */
function deleteNamespace(call: Call): Answer {
  const { state } = call;
  const name = param(call, "namespace");
  if (name === "default") throw new Refusal(405, "Can't delete the default namespace");
  const own = workspaceOf(call, name)?.name;
  if (own === undefined) throw refused("DELETE namespace: unknown", { name });
  const isEmpty = [state.featureTypes, state.coverages, state.cascadedLayers].every(
    (all) => inWorkspace(all, own).length === 0,
  );
  if (!isEmpty) throw new Refusal(401, "Namespace not empty");
  removeWorkspace(state, own);
  return DONE;
}
