/** Resolves and checks the members of layer groups. */
import { boundsIn, enclosing, world, type Bounds } from "../../model/bounds.ts";
import { qualifiedName, splitQualifiedName, type QualifiedName } from "../../model/layer.ts";
import type { GroupMember, NamedMember } from "../../model/layer-group.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { findLayer, findUsableStyle } from "./layer.ts";
import { memberLink } from "./links.ts";
import { findPublished } from "./published.ts";
import type { CatalogReader } from "./unit-of-work.ts";

export interface GroupScope {
  readonly workspace: string | null;
  readonly dialect: Dialect;
}

/** The dialect refuses or drops unknown members. Throws if the lists differ in length. */
export async function resolveMembers(
  reader: CatalogReader,
  scope: GroupScope,
  named: { members: readonly NamedMember[]; styles: readonly (QualifiedName | null)[] },
): Promise<readonly GroupMember[]> {
  const { members, styles } = named;
  if (styles.length > 0 && styles.length !== members.length) {
    throw new CatalogError(
      "group-invalid",
      "Layer group has different number of styles than layers",
    );
  }
  const found: GroupMember[] = [];
  for (const [index, { type, name }] of members.entries()) {
    const key = await findMember(reader, scope, { type, name });
    if (key === undefined) continue;
    const style = await findStyle(reader, scope, styles[index] ?? null);
    found.push({ type, workspace: key.workspace, name: key.name, style });
  }
  return found;
}

async function findMember(
  reader: CatalogReader,
  scope: GroupScope,
  { type, name }: NamedMember,
): Promise<QualifiedName | undefined> {
  const found =
    type === "layer"
      ? await memberLayer(reader, scope.workspace, name)
      : await memberGroup(reader, scope.workspace, name);
  if (found !== undefined || scope.dialect.unknownMembers === "drop") return found;
  const what = type === "layer" ? "layer" : "layer group";
  throw new CatalogError("group-member-unknown", `No such ${what}: ${name}`);
}

/** A layer of the group's workspace has precedence for a bare name. */
async function memberLayer(reader: CatalogReader, workspace: string | null, name: string) {
  const own = workspace === null ? undefined : await reader.get("layer", workspace, name);
  return own ?? findLayer(reader, name);
}

/** A global group has precedence for a bare name. */
async function memberGroup(reader: CatalogReader, workspace: string | null, name: string) {
  const split = splitQualifiedName(name);
  if (split.workspace !== null) return reader.get("layer-group", split.workspace, split.name);
  const global = await reader.get("layer-group", null, name);
  return global ?? (workspace === null ? undefined : reader.get("layer-group", workspace, name));
}

export async function requireMemberLayer(
  reader: CatalogReader,
  workspace: string | null,
  name: string,
): Promise<QualifiedName> {
  const found = await memberLayer(reader, workspace, name);
  if (found !== undefined) return { workspace: found.workspace, name: found.name };
  throw new CatalogError("group-member-unknown", `No such layer: ${name}`);
}

/** A global style has precedence for a bare name. */
export async function findStyle(
  reader: CatalogReader,
  scope: GroupScope,
  style: QualifiedName | null,
): Promise<QualifiedName | null> {
  if (style === null) return null;
  const found = await findUsableStyle(reader, scope.workspace, style);
  if (found !== undefined) return found;
  if (scope.dialect.unknownMembers === "drop") return null;
  const name = qualifiedName(style.workspace, style.name);
  throw new CatalogError("style-unresolved", `No such style: ${name}`);
}

export async function checkMembersInside(
  reader: CatalogReader,
  workspace: string | null,
  members: readonly GroupMember[],
): Promise<void> {
  if (workspace === null) return;
  const refuse = (what: string, other: string) => {
    const message = `Layer group within a workspace (${workspace}) can not contain ${what} from other workspace: ${other}`;
    throw new CatalogError("group-invalid", message);
  };
  for (const { key, styles } of await everythingIn(reader, members)) {
    if (key.workspace !== null && key.workspace !== workspace) refuse("resources", key.workspace);
    const foreign = styles.find(
      (style) => style.workspace !== null && style.workspace !== workspace,
    );
    if (foreign?.workspace) refuse("styles", foreign.workspace);
  }
}

/** Includes members of nested groups, each once. */
async function everythingIn(
  reader: CatalogReader,
  members: readonly GroupMember[],
): Promise<readonly { key: QualifiedName; styles: readonly QualifiedName[] }[]> {
  const seen = new Map<string, { key: QualifiedName; styles: readonly QualifiedName[] }>();
  const open = [...members];
  for (let member = open.pop(); member !== undefined; member = open.pop()) {
    const link = `${memberLink(member.type, member)}|${JSON.stringify(member.style)}`;
    if (seen.has(link)) continue;
    seen.set(link, { key: member, styles: member.style === null ? [] : [member.style] });
    if (member.type === "layer") continue;
    const group = await reader.get("layer-group", member.workspace, member.name);
    open.push(...(group?.value.members ?? []));
  }
  return [...seen.values()];
}

/** Refuses members that would make the group contain itself. */
export async function checkNoLoop(
  reader: CatalogReader,
  group: QualifiedName,
  members: readonly GroupMember[],
): Promise<void> {
  const own = memberLink("layerGroup", group);
  const known = new Set<string>();
  const open = members.map((member) => ({ member, path: [group.name, member.name] }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { member, path } = next;
    const link = memberLink(member.type, member);
    if (link === own) {
      throw new CatalogError("group-invalid", `Layer group is in a loop: /${path.join("/")}`);
    }
    if (member.type === "layer" || known.has(link)) continue;
    known.add(link);
    const inner = await reader.get("layer-group", member.workspace, member.name);
    for (const child of inner?.value.members ?? [])
      open.push({ member: child, path: [...path, child.name] });
  }
}

/** Encloses the members with known bounds; else returns the world. */
export async function boundsOf(
  reader: CatalogReader,
  members: readonly QualifiedName[],
): Promise<Bounds> {
  const boxes: Bounds[] = [];
  for (const member of members) {
    const isGroup = "type" in member && member.type === "layerGroup";
    const box = await (isGroup ? groupBounds(reader, member) : layerBounds(reader, member));
    if (box != null) boxes.push(box);
  }
  return enclosing(boxes) ?? world;
}

async function groupBounds(reader: CatalogReader, { workspace, name }: QualifiedName) {
  return (await reader.get("layer-group", workspace, name))?.value.bounds;
}

async function layerBounds(reader: CatalogReader, { workspace, name }: QualifiedName) {
  const published = await findPublished(reader, workspace ?? "", name);
  return boundsIn(published?.value.details?.["latLonBoundingBox"]);
}
