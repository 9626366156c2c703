/** What a path of the stock server names. */
import { param, type Call } from "./call.ts";
import { found, Refusal } from "./refusal.ts";
import { scoped, type CoverageStore, type DataStore, type State } from "./state.ts";

/** The workspace of the path. Throws Refusal 404. */
export function pathWorkspace(call: Call): string {
  const name = param(call, "workspace");
  const own = name === "default" ? call.state.defaultWorkspace : name;
  if (call.state.workspaces.has(own)) return own;
  throw new Refusal(404, `No such workspace : ${name}`);
}

/** The data store of the path. Throws Refusal 404. */
export function pathDataStore(call: Call, message?: string): DataStore {
  const [workspace, name] = [param(call, "workspace"), param(call, "store")];
  const store = call.state.dataStores.get(scoped(workspace, name));
  return found(store, message ?? `No such datastore: ${workspace},${name}`);
}

/** Sees that a name of a store is free in its workspace. Throws Refusal 500. */
export function checkFree(state: State, workspace: string, name: string) {
  const key = scoped(workspace, name);
  const { dataStores, coverageStores, cascadedStores } = state;
  if ([dataStores, coverageStores, cascadedStores].some((stores) => stores.has(key)))
    throw new Refusal(500, `Store '${name}' already exists in workspace '${workspace}'`);
}

/** The coverage store of the path. Throws Refusal 404. */
export function pathCoverageStore(call: Call): CoverageStore {
  const [workspace, name] = [param(call, "workspace"), param(call, "store")];
  const store = call.state.coverageStores.get(scoped(workspace, name));
  return found(store, `No such coverage store: ${workspace},${name}`);
}
