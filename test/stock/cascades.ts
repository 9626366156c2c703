/** What the stock server removes along with something else, asked or not. */
import { Refusal } from "./refusal.ts";
import { scoped, splitName, type LayerGroup, type State } from "./state.ts";

/** Removes all rules of a layer or group, whose name is compared in any case of letters. */
function dropRules(state: State, name: string): void {
  const [workspace, own] = splitName(name);
  const names = workspace === "" ? [own] : [workspace, own];
  const prefix = names
    .map((one) => `${one.replaceAll(".", "\\.")}.`)
    .join("")
    .toLowerCase();
  for (const key of state.rules.layers.keys())
    if (/^[rwa]$/.test(key.slice(prefix.length)) && key.toLowerCase().startsWith(prefix))
      state.rules.layers.delete(key);
}

export function groupHolding(
  state: State,
  type: "layer" | "layerGroup",
  name: string,
): LayerGroup | undefined {
  return [...state.layerGroups.values()].find((group) =>
    group.members.some((member) => member.type === type && member.name === name),
  );
}

/** A layer in a group holds what it shows. Throws Refusal 500. */
export function refuseHeld(state: State, key: string): void {
  const holder = groupHolding(state, "layer", key);
  if (holder === undefined) return;
  throw new Refusal(500, `Unable to delete layer referenced by layer group '${holder.name}'`);
}

/** Takes a member out of all groups; those that are left empty go as well. Throws Refusal 500. */
function leaveGroups(state: State, type: "layer" | "layerGroup", name: string): void {
  for (const [key, group] of state.layerGroups) {
    const stays = group.members.map((member) => member.type !== type || member.name !== name);
    if (!stays.includes(false)) continue;
    group.members = group.members.filter((_member, index) => stays[index]);
    group.styles = group.styles.filter((_style, index) => stays[index]);
    if (group.members.length === 0) removeGroup(state, key);
  }
  const rooted = [...state.layerGroups.values()].find(
    ({ root }) => type === "layer" && root?.layer === name,
  );
  // Half of it is done by then.
  if (rooted !== undefined) throw new Refusal(500, "Layer group in mode EO must have a root layer");
}

export function removeGroup(state: State, name: string): void {
  leaveGroups(state, "layerGroup", name);
  state.layerGroups.delete(name);
  dropRules(state, name);
}

function removeLayer(state: State, name: string): void {
  leaveGroups(state, "layer", name);
  state.layers.delete(name);
  dropRules(state, name);
}

export function removeFolder({ files }: State, folder: string): void {
  for (const path of files.keys()) if (path.startsWith(`${folder}/`)) files.delete(path);
}

/** Removes what is published with its layer and its folder. Throws Refusal 500. */
export function removePublished(state: State, name: string): void {
  const one = state.featureTypes.get(name) ?? state.coverages.get(name);
  if (one !== undefined)
    removeFolder(state, `workspaces/${one.workspace}/${one.store}/${splitName(name)[1]}`);
  if (state.layers.has(name)) removeLayer(state, name);
  state.featureTypes.delete(name);
  state.coverages.delete(name);
  state.cascadedLayers.delete(name);
}

/** Removes a store with all it publishes; its files stay. Throws Refusal 500. */
export function removeStore(state: State, workspace: string, store: string): void {
  const key = scoped(workspace, store);
  const { featureTypes, coverages, cascadedLayers } = state;
  for (const [name, one] of [...featureTypes, ...coverages, ...cascadedLayers]) {
    if (one.workspace === workspace && one.store === store) removePublished(state, name);
  }
  removeFolder(state, `workspaces/${workspace}/${store}`);
  state.dataStores.delete(key);
  state.coverageStores.delete(key);
  state.cascadedStores.delete(key);
}
