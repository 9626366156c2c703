/**
 * What holds layer groups and the rest of the catalog together: a group never refers to something
 * that is gone (docs/compatibility.md, "Cascades").
 */
import type { QualifiedName } from "../../model/layer.ts";
import { ruleHangsOnLayer } from "../../model/access-rule.ts";
import type { MemberType, GroupMember } from "../../model/layer-group.ts";
import { dropRules } from "./access-rules.ts";
import { CatalogError } from "./errors.ts";
import { linksOf, memberLink, styleLink } from "./links.ts";
import type { RecordValues, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

type Group = Stored<"layer-group">;

/** Writes a group together with its links. */
export async function putLayerGroup(
  writer: CatalogWriter,
  key: QualifiedName,
  value: RecordValues["layer-group"],
): Promise<void> {
  const { workspace, name } = key;
  await writer.put({ kind: "layer-group", workspace, name }, value, linksOf("layer-group", value));
}

/** Refuses when a group refers to something; `what` is its noun. */
export async function refuseGroupUse(
  reader: CatalogReader,
  link: string,
  what: "layer" | "layer group" | "style",
): Promise<void> {
  const [group] = await reader.linked("layer-group", link);
  if (group === undefined) return;
  throw new CatalogError(
    "used-by-group",
    `Unable to delete ${what} referenced by layer group '${group.name}'`,
  );
}

/**
 * Takes a layer or group out of every group. A group that is left empty goes; an Earth
 * Observation group that loses the layer that stands for it becomes a container.
 */
export async function takeOutOfGroups(writer: CatalogWriter, link: string): Promise<void> {
  for (const { workspace, name } of await writer.linked("layer-group", link)) {
    // Read again: the removal of a group before this one may have changed or removed it.
    const group = await writer.get("layer-group", workspace, name);
    if (group === undefined) continue;
    const members = group.value.members.filter(
      (member) => memberLink(member.type, member) !== link,
    );
    const { root } = group.value;
    const rootGoes = root !== null && memberLink("layer", root.layer) === link;
    if (members.length === 0) await removeLayerGroup(writer, group);
    else {
      const changed = rootGoes ? ({ mode: "CONTAINER", root: null } as const) : {};
      await putLayerGroup(writer, group, { ...group.value, members, ...changed });
    }
  }
}

/** Removes a group, its places in other groups and its access rules. */
export async function removeLayerGroup(
  writer: CatalogWriter,
  { workspace, name }: Pick<Group, "workspace" | "name">,
): Promise<void> {
  await writer.remove({ kind: "layer-group", workspace, name });
  // A layer may have the same name, and then the tile layer is the layer's.
  if ((await writer.get("layer", workspace, name)) === undefined)
    await writer.remove({ kind: "tile-layer", workspace, name });
  await dropRules(writer, (key) => ruleHangsOnLayer(key, workspace, name));
  await takeOutOfGroups(writer, memberLink("layerGroup", { workspace, name }));
}

/** Takes a style out of every group: the layer's own default is drawn instead. */
export async function detachGroupStyle(
  writer: CatalogWriter,
  style: QualifiedName,
  defaultStyleOf: (layer: QualifiedName) => Promise<QualifiedName>,
): Promise<void> {
  const gone = styleLink(style);
  for (const group of await writer.linked("layer-group", gone)) {
    const { members, root } = group.value;
    const kept = members.map((member): GroupMember =>
      member.style !== null && styleLink(member.style) === gone
        ? { ...member, style: null }
        : member,
    );
    const changed =
      root !== null && styleLink(root.style) === gone
        ? { ...root, style: await defaultStyleOf(root.layer) }
        : root;
    await putLayerGroup(writer, group, { ...group.value, members: kept, root: changed });
  }
}

/** Gives references in groups another target; each function keeps what does not move. */
export async function updateGroupReferences(
  writer: CatalogWriter,
  groups: readonly Group[],
  follow: {
    readonly member?: (type: MemberType, key: QualifiedName) => QualifiedName;
    readonly style?: (key: QualifiedName) => QualifiedName;
  },
): Promise<void> {
  const {
    member: followMember = (_type: MemberType, key: QualifiedName) => key,
    style: followStyle = (key: QualifiedName) => key,
  } = follow;
  for (const group of groups) {
    const { members, root } = group.value;
    await putLayerGroup(writer, group, {
      ...group.value,
      members: members.map((member) => ({
        ...member,
        ...followMember(member.type, { workspace: member.workspace, name: member.name }),
        style: member.style === null ? null : followStyle(member.style),
      })),
      root: root && { layer: followMember("layer", root.layer), style: followStyle(root.style) },
    });
  }
}

/** Gives a layer in groups its new name. */
export async function updateLayerReferences(
  writer: CatalogWriter,
  from: QualifiedName,
  to: QualifiedName,
): Promise<void> {
  const old = memberLink("layer", from);
  const follow = (type: MemberType, key: QualifiedName) =>
    memberLink(type, key) === old ? to : key;
  const groups = await writer.linked("layer-group", old);
  await updateGroupReferences(writer, groups, { member: follow });
}
