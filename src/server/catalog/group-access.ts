/**
 * Layer groups in the eyes of one caller: a group is readable when its rules let it and all it is
 * made of is readable, groups inside included (docs/compatibility.md, "Who sees what").
 */
import type { QualifiedName } from "../../model/layer.ts";
import { mayRead, type Caller } from "./access.ts";
import { firstStyle } from "./layer.ts";
import type { RecordValues, Stored } from "./records.ts";
import type { CatalogReader } from "./unit-of-work.ts";

type LayerGroup = RecordValues["layer-group"];

/** Whether everything that a group is made of may be read. Deviation: hidden-members. */
export async function readsMembers(
  reader: CatalogReader,
  caller: Caller,
  group: Stored<"layer-group">,
  seen: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const { members, root } = group.value;
  if (root !== null && !mayRead(caller, { kind: "layer", ...root.layer })) return false;
  for (const { type, workspace, name } of members) {
    const kind = type === "layer" ? "layer" : "layer-group";
    if (!mayRead(caller, { kind, workspace, name })) return false;
    const key = JSON.stringify([workspace, name]);
    if (kind === "layer" || seen.has(key)) continue;
    const inner = await reader.get("layer-group", workspace, name);
    const further = new Set([...seen, key]);
    if (inner !== undefined && !(await readsMembers(reader, caller, inner, further))) return false;
  }
  return true;
}

/** A group's value without the styles that the caller does not see. */
export function withoutStyles(
  group: LayerGroup,
  sees: (style: QualifiedName) => boolean,
): LayerGroup {
  const members = group.members.map((member) =>
    member.style === null || sees(member.style) ? member : { ...member, style: null },
  );
  const { root } = group;
  if (root === null || sees(root.style)) return { ...group, members };
  return { ...group, members, root: { ...root, style: firstStyle("VECTOR") } };
}
