/** Workspaces and namespaces of the stock server. */
import { bodyElement, entriesOf, flag, param, type Call } from "./call.ts";
import { removeGroup, removeStore } from "./cascades.ts";
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
import { found, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { inWorkspace, now, scoped, type State, type Workspace } from "./state.ts";
import { backUp, styleFolder } from "./style-files.ts";
import { child, childText } from "./xml-tree.ts";

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
  const name = checkedName(childText(body, "name"));
  if (call.state.workspaces.has(name)) throw new Refusal(409, `Workspace '${name}' already exists`);
  add(call.state, name, `http://${name}`, childText(body, "isolated") === "true");
  return created(call, pathOf("workspaces", name), name);
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
  if (state.workspaces.has(prefix))
    throw new Refusal(500, `Namespace with prefix '${prefix}' already exists.`);
  const isTaken = [...state.workspaces.values()].some((one) => one.uri === uri);
  if (isTaken && !isolated) throw new Refusal(500, `Namespace with URI '${uri}' already exists.`);
  if (!URL.canParse(uri)) throw new Refusal(500, `Invalid URI syntax for '${uri}'`);
  add(state, prefix, uri, isolated);
  return created(call, pathOf("namespaces", prefix), prefix);
}

/** The workspace a path names; `default` stands for the default one. */
function workspaceOf({ state }: Call, name: string): Workspace | undefined {
  return state.workspaces.get(name === "default" ? state.defaultWorkspace : name);
}

function getWorkspace(call: Call): Answer {
  const name = param(call, "workspace");
  const workspace = found(workspaceOf(call, name), `No such workspace: '${name}' found`);
  const collections = ["dataStores", "coverageStores", "wmsStores", "wmtsStores"].map(
    (one) =>
      `<${one}>${link(call, pathOf("workspaces", workspace.name, one.toLowerCase()))}</${one}>`,
  );
  const xml = `<workspace>${field("name", workspace.name)}${map(call, "metadata", workspace.metadata ?? new Map())}${field("isolated", workspace.isolated)}${dates(workspace)}${collections.join("")}</workspace>`;
  return documentOf(call, xml);
}

function putWorkspace(call: Call): Answer {
  const name = param(call, "workspace");
  if (name === "default") return putDefault(call);
  const workspace = workspaceOf(call, name);
  if (workspace === undefined)
    throw new Refusal(404, `Can't change a non existant workspace (${name})`);
  const body = bodyElement(call, "workspace");
  const wanted = childText(body, "name") ?? workspace.name;
  if (wanted === "") throw new Refusal(403, "The workspace name cannot be empty");
  if (wanted !== workspace.name) throw new Refusal(500, "Renaming is not kept here");
  // What a body leaves out is taken for false.
  workspace.isolated = childText(body, "isolated") === "true";
  const metadata = child(body, "metadata");
  if (metadata !== undefined) workspace.metadata = entriesOf(metadata);
  workspace.modified = now(call.state);
  return DONE;
}

/** Says which workspace is the default one. */
function putDefault(call: Call): Answer {
  const wanted = childText(bodyElement(call, "workspace"), "name") ?? "";
  const { name } = found(workspaceOf(call, wanted), `No such workspace: '${wanted}' found`);
  call.state.defaultWorkspace = name;
  return DONE;
}

function deleteWorkspace(call: Call): Answer {
  const { state } = call;
  const name = param(call, "workspace");
  const { name: own } = found(workspaceOf(call, name), `Workspace '${name}' not found`);
  const isEmpty = storesOf(state, own).length === 0;
  if (!isEmpty && !flag(call, "recurse")) throw new Refusal(403, "Workspace not empty");
  removeWorkspace(state, own);
  return DONE;
}

function storesOf(state: State, workspace: string) {
  return [
    ...inWorkspace(state.dataStores, workspace),
    ...inWorkspace(state.coverageStores, workspace),
  ];
}

/** Groups and styles go unasked, and so do all rules of the workspace. */
function removeWorkspace(state: State, workspace: string): void {
  for (const group of inWorkspace(state.layerGroups, workspace))
    removeGroup(state, scoped(workspace, group.name));
  for (const store of storesOf(state, workspace)) removeStore(state, workspace, store.name);
  for (const style of inWorkspace(state.styles, workspace)) {
    state.styles.delete(scoped(workspace, style.name));
    backUp(state, `${styleFolder(workspace)}/${style.fileName}`);
  }
  for (const key of state.rules.layers.keys()) {
    if (key.toLowerCase().startsWith(`${workspace.toLowerCase()}.`)) state.rules.layers.delete(key);
  }
  state.workspaces.delete(workspace);
  if (state.defaultWorkspace === workspace)
    state.defaultWorkspace = [...state.workspaces.keys()][0] ?? "";
}

function getNamespace(call: Call): Answer {
  const name = param(call, "namespace");
  const { name: prefix, ...namespace } = found(
    workspaceOf(call, name),
    `No such namespace: '${name}' found`,
  );
  const xml = `<namespace>${field("prefix", prefix)}${field("uri", namespace.uri)}${field("isolated", namespace.isolated)}${dates(namespace)}<featureTypes>${link(call, pathOf("workspaces", prefix, "featuretypes"))}</featureTypes></namespace>`;
  return documentOf(call, xml);
}

/** Another URI is written into the stores of the workspace. */
function putNamespace(call: Call): Answer {
  const { state } = call;
  const name = param(call, "namespace");
  const namespace = workspaceOf(call, name);
  if (namespace === undefined)
    throw new Refusal(404, `Can't change a non existant namespace (${name})`);
  const body = bodyElement(call, "namespace");
  const prefix = childText(body, "prefix") ?? namespace.name;
  if (prefix !== namespace.name) throw new Refusal(403, "Can't change name of namespace");
  namespace.uri = childText(body, "uri") ?? namespace.uri;
  namespace.isolated = childText(body, "isolated") === "true";
  namespace.modified = now(state);
  for (const store of inWorkspace(state.dataStores, namespace.name))
    store.parameters.set("namespace", namespace.uri);
  return DONE;
}

/** An empty one goes with its workspace; of another one the refusal looks like one of credentials. */
function deleteNamespace(call: Call): Answer {
  const { state } = call;
  const name = param(call, "namespace");
  if (name === "default") throw new Refusal(405, "Can't delete the default namespace");
  const { name: own } = found(workspaceOf(call, name), `Namespace '${name}' not found`);
  const isEmpty = [state.featureTypes, state.coverages].every(
    (all) => inWorkspace(all, own).length === 0,
  );
  if (!isEmpty) throw new Refusal(401, "Namespace not empty");
  removeWorkspace(state, own);
  return DONE;
}
