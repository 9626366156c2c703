/** Copies layer groups, those that others hold before the others. */
import type { Address } from "../model/address.ts";
import { addressMap, type AddressMap } from "../model/address-map.ts";
import { splitQualifiedName } from "../model/layer.ts";
import { isStyleName } from "../wire/answered-document.ts";
import { readGroupNames, readLayerGroup, type LiveGroup } from "../wire/layer-group-settings.ts";
import { layerGroupsPath } from "../wire/paths.ts";
import { ALL, each, ifShown, xmlRequest, type Copying } from "./copying.ts";
import { BROKEN } from "./layers.ts";
import type { StyleName } from "./styles.ts";

/** The address of a group. */
function groupAddress({ workspace, name }: Pick<LiveGroup, "workspace" | "name">): Address {
  return { kind: "LayerGroup", workspace, name };
}

/** The groups of one scope of the original. */
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

/** Groups by their addresses. */
export function groupsByAddress(groups: readonly LiveGroup[]): AddressMap<LiveGroup> {
  return addressMap(groups.map((group) => [groupAddress(group), group] as const));
}

/** The addresses of what a group holds, and of the layer that stands for it. */
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

/** The styles that a group names. */
export function stylesIn({ settings: { members, root } }: LiveGroup): readonly StyleName[] {
  const named = [...members.map(({ style }) => style), root?.style];
  return named.flatMap((style) => (isStyleName(style) ? [splitQualifiedName(style)] : []));
}

/** Copies groups; what they hold must be there. */
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

/** Groups never hold themselves, so this comes to an end; each is taken once all the same. */
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
