/** Copies layer groups, nested ones first. */
import type { Address } from "../model/address.ts";
import { addressMap, type AddressMap } from "../model/address-map.ts";
import { each } from "../model/each.ts";
import { splitQualifiedName } from "../model/layer.ts";
import { isStyleName } from "../wire/answered-document.ts";
import { readGroupNames, readLayerGroup, type LiveGroup } from "../wire/layer-group-settings.ts";
import { layerGroupsPath } from "../wire/paths.ts";
import { ALL, ifShown, xmlRequest, type Copying } from "./copying.ts";
import { BROKEN } from "./layers.ts";
import type { StyleName } from "./styles.ts";

function groupAddress({ workspace, name }: Pick<LiveGroup, "workspace" | "name">): Address {
  return { kind: "LayerGroup", workspace, name };
}

export async function readGroups(
  copying: Copying,
  workspace: string | null,
): Promise<readonly LiveGroup[]> {
  const { read } = copying.original;
  const all = groupAddress({ workspace, name: ALL });
  const names = await ifShown(copying, all, () => readGroupNames(read, workspace));
  const found = await each(names ?? [], (name) =>
    ifShown(copying, groupAddress({ workspace, name }), () =>
      readLayerGroup(read, workspace, name),
    ),
  );
  return found.filter((group) => group !== undefined);
}

export function groupsByAddress(groups: readonly LiveGroup[]): AddressMap<LiveGroup> {
  return addressMap(groups.map((group) => [groupAddress(group), group] as const));
}

/** The members of a group and its root layer. */
export function membersOf({ settings }: LiveGroup): readonly Address[] {
  const { members, root } = settings;
  const contained = members.map(({ type, name }) => ({
    kind: type === "layer" ? "Layer" : "LayerGroup",
    ...splitQualifiedName(name),
  }));
  return root === undefined
    ? contained
    : [...contained, { kind: "Layer", ...splitQualifiedName(root.layer) }];
}

export function stylesIn({ settings: { members, root } }: LiveGroup): readonly StyleName[] {
  const named = [...members.map(({ style }) => style), root?.style];
  return named.flatMap((style) => (isStyleName(style) ? [splitQualifiedName(style)] : []));
}

/** The members must exist. */
export async function copyLayerGroups(
  copying: Copying,
  groups: readonly LiveGroup[],
): Promise<void> {
  for (const group of inOrder(groups)) {
    if (group.broken !== undefined) copying.miss(groupAddress(group), BROKEN);
    const path = layerGroupsPath(group.workspace);
    await copying.write(groupAddress(group), xmlRequest("POST", path, group.document));
  }
}

/** Groups cannot contain themselves; still each is visited once. */
function inOrder(groups: readonly LiveGroup[]): readonly LiveGroup[] {
  const known = groupsByAddress(groups);
  const ordered = new Set<LiveGroup>();
  const met = new Set<LiveGroup>();
  const take = (group: LiveGroup): void => {
    if (met.has(group)) return;
    met.add(group);
    for (const member of membersOf(group)) {
      const inner = known.get(member);
      if (inner !== undefined) take(inner);
    }
    ordered.add(group);
  };
  for (const group of groups) take(group);
  return [...ordered];
}
