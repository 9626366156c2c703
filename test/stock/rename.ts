/** What the stock server does with new names: of a feature type or cascaded layer, its layer, folder, groups and rules follow. */
import { inWorkspace, scoped, type DataStore, type Published, type State } from "./state.ts";

/** Gives something that is published another name. */
export function renamePublished(state: State, one: Published, name: string): void {
  const { workspace, store } = one;
  const [from, to] = [scoped(workspace, one.name), scoped(workspace, name)];
  for (const all of [state.featureTypes, state.cascadedLayers] as readonly Map<
    string,
    Published
  >[]) {
    if (all.get(from) !== one) continue;
    all.delete(from);
    all.set(to, one);
  }
  const layer = state.layers.get(from);
  state.layers.delete(from);
  if (layer !== undefined) state.layers.set(to, { ...layer, name });
  for (const group of state.layerGroups.values())
    group.members = group.members.map((member) =>
      member.type === "layer" && member.name === from ? { ...member, name: to } : member,
    );
  moveFolder(
    state,
    `workspaces/${workspace}/${store}/${one.name}`,
    `workspaces/${workspace}/${store}/${name}`,
  );
  const prefixOf = (own: string) =>
    [workspace, own].map((part) => `${part.replaceAll(".", "\\.")}.`).join("");
  const prefix = prefixOf(one.name);
  const rules = [...state.rules.layers].filter(([key]) => key.startsWith(prefix));
  for (const [key, roles] of rules) {
    state.rules.layers.delete(key);
    state.rules.layers.set(`${prefixOf(name)}${key.slice(prefix.length)}`, roles);
  }
  one.name = name;
}

/** Gives a data store another name; what it publishes and its folder follow. */
export function renameStore(state: State, store: DataStore, name: string): void {
  const { workspace, name: before } = store;
  for (const type of inWorkspace(state.featureTypes, workspace))
    if (type.store === before) type.store = name;
  moveFolder(state, `workspaces/${workspace}/${before}`, `workspaces/${workspace}/${name}`);
  state.dataStores.delete(scoped(workspace, before));
  store.name = name;
  state.dataStores.set(scoped(workspace, name), store);
}

function moveFolder({ files }: State, from: string, to: string): void {
  const own = [...files].filter(([path]) => path.startsWith(`${from}/`));
  for (const [path, content] of own) {
    files.delete(path);
    files.set(`${to}${path.slice(from.length)}`, content);
  }
}
