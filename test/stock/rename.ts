/** What the stock server does with new names: of a feature type or cascaded layer, its layer, folder, groups and rules follow. */
import {
  inWorkspace,
  scoped,
  type DataStore,
  type Published,
  type State,
  type Workspace,
} from "./state.ts";

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

/** Gives a workspace another name; all that is in it, and what refers to that, follows. */
export function renameWorkspace(state: State, workspace: Workspace, name: string): void {
  const before = workspace.name;
  const moved = (key: string) =>
    key.startsWith(`${before}:`) ? `${name}${key.slice(before.length)}` : key;
  const { dataStores, coverageStores, cascadedStores, featureTypes, coverages } = state;
  const { cascadedLayers, layers, layerGroups, styles } = state;
  const stores = [dataStores, coverageStores, cascadedStores];
  const shown = [featureTypes, coverages, cascadedLayers, layers, layerGroups, styles];
  for (const all of [...stores, ...shown] as readonly Map<string, { workspace: string }>[])
    for (const [key, one] of all) {
      if (one.workspace !== before) continue;
      all.delete(key);
      all.set(moved(key), Object.assign(one, { workspace: name }));
    }
  for (const layer of layers.values()) {
    layer.defaultStyle = moved(layer.defaultStyle);
    layer.styles = layer.styles.map(moved);
  }
  for (const group of layerGroups.values()) {
    group.members = group.members.map((one) => ({ ...one, name: moved(one.name) }));
    group.styles = group.styles.map((key) => key && moved(key));
    if (group.root !== null)
      group.root = { layer: moved(group.root.layer), style: moved(group.root.style) };
  }
  for (const own of [state.services, state.ownSettings] as readonly Map<string, unknown>[])
    for (const [key, one] of own) {
      if (key !== before && moved(key) === key) continue;
      own.delete(key);
      own.set(key === before ? name : moved(key), one);
    }
  const rules = [...state.rules.layers].map(
    ([key, roles]) =>
      [key.startsWith(`${before}.`) ? `${name}${key.slice(before.length)}` : key, roles] as const,
  );
  state.rules.layers = new Map(rules);
  moveFolder(state, `workspaces/${before}`, `workspaces/${name}`);
  state.workspaces.delete(before);
  state.workspaces.set(name, Object.assign(workspace, { name }));
  if (state.defaultWorkspace === before) state.defaultWorkspace = name;
}

function moveFolder({ files }: State, from: string, to: string): void {
  const own = [...files].filter(([path]) => path.startsWith(`${from}/`));
  for (const [path, content] of own) {
    files.delete(path);
    files.set(`${to}${path.slice(from.length)}`, content);
  }
}
