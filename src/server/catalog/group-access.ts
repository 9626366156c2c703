/**
 * Layer groups in the eyes of one caller: a group is readable when its rules let it and all it is
 * made of is readable, groups inside included (docs/compatibility.md, "Who sees what").
 */
import { mayRead, type Caller } from "./access.ts";
import { firstStyle } from "./layer.ts";
import type { RecordKind, StyleKey } from "./records.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** What access needs to know of a layer group. */
interface GroupContents {
  readonly members: readonly {
    readonly type: string;
    readonly workspace: string | null;
    readonly name: string;
    readonly style: StyleKey | null;
  }[];
  readonly root: { readonly layer: StyleKey; readonly style: StyleKey } | null;
}

const GROUP = "layer-group" as RecordKind;

/** Whether everything that a group is made of may be read. */
export async function readsMembers(
  reader: CatalogReader,
  caller: Caller,
  group: { readonly value: unknown },
  seen: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const { members, root } = group.value as GroupContents;
  if (root !== null && !mayRead(caller, { kind: "layer", ...root.layer })) return false;
  for (const { type, workspace, name } of members) {
    const kind = type === "layer" ? "layer" : GROUP;
    if (!mayRead(caller, { kind, workspace, name })) return false;
    const key = JSON.stringify([workspace, name]);
    if (kind === "layer" || seen.has(key)) continue;
    const inner = await reader.get(kind, workspace, name);
    const further = new Set([...seen, key]);
    if (inner !== undefined && !(await readsMembers(reader, caller, inner, further))) return false;
  }
  return true;
}

/** A group's value without the styles that the caller does not see. */
export function withoutStyles(value: unknown, sees: (style: StyleKey) => boolean): GroupContents {
  const group = value as GroupContents;
  const members = group.members.map((member) =>
    member.style === null || sees(member.style) ? member : { ...member, style: null },
  );
  const { root } = group;
  if (root === null || sees(root.style)) return { ...group, members };
  return { ...group, members, root: { ...root, style: firstStyle("VECTOR") } };
}
