/** Keeps the references of layer groups valid (docs/compatibility.md, "Cascades"). */
import type { QualifiedName } from "../../model/layer.ts";
import { ruleTargetsLayer } from "../../model/access-rule.ts";
import type { MemberType, GroupMember } from "../../model/layer-group.ts";
import { dropRules } from "./access-rules.ts";
import { CatalogError } from "./errors.ts";
import { memberLink, styleLink } from "./links.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

type Group = Stored<"layer-group">;

/** Throws if a group has the link; `what` is its noun. */
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

/** Empty groups are removed; an Earth Observation group without root becomes a container. */
export async function takeOutOfGroups(writer: CatalogWriter, link: string): Promise<void> {
  for (const { workspace, name } of await writer.linked("layer-group", link)) {
    // Removing an earlier group may have changed this one.
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
      await writer.put({ kind: "layer-group", ...group }, { ...group.value, members, ...changed });
    }
  }
}

/** Also removes its memberships and access rules. */
export async function removeLayerGroup(
  writer: CatalogWriter,
  { workspace, name }: Pick<Group, "workspace" | "name">,
): Promise<void> {
  await writer.remove({ kind: "layer-group", workspace, name });
  // A layer of the same name would own the tile layer.
  if ((await writer.get("layer", workspace, name)) === undefined)
    await writer.remove({ kind: "tile-layer", workspace, name });
  await dropRules(writer, (key) => ruleTargetsLayer(key, workspace, name));
  await takeOutOfGroups(writer, memberLink("layerGroup", { workspace, name }));
}

/** The layer's default style is drawn instead. */
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
    await writer.put(
      { kind: "layer-group", ...group },
      { ...group.value, members: kept, root: changed },
    );
  }
}

/** Each function returns unaffected references unchanged. */
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
    await writer.put(
      { kind: "layer-group", ...group },
      {
        ...group.value,
        members: members.map((member) => ({
          ...member,
          ...followMember(member.type, { workspace: member.workspace, name: member.name }),
          style: member.style === null ? null : followStyle(member.style),
        })),
        root: root && { layer: followMember("layer", root.layer), style: followStyle(root.style) },
      },
    );
  }
}

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
