/** Texts under which records that refer to something are found. */
import { qualifiedName } from "../../model/layer.ts";
import type { MemberType } from "../../model/layer-group.ts";

interface Key {
  readonly workspace: string | null;
  readonly name: string;
}

/** The link of what uses a style. */
export function styleLink(style: Key): string {
  return `style:${qualifiedName(style.workspace, style.name)}`;
}

/** The link of layer groups that hold a layer or group. */
export function memberLink(type: MemberType, member: Key): string {
  return `${type}:${qualifiedName(member.workspace, member.name)}`;
}
