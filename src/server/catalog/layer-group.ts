/** Commands on layer groups (docs/compatibility.md, "Layer groups"). */
import { fieldsOfPatch } from "../../model/schema.ts";
import { splitQualifiedName, type QualifiedName } from "../../model/layer.ts";
import {
  groupModeName,
  groupModeOf,
  groupModes,
  type GroupDescription,
  type GroupMember,
  type GroupMode,
  type LayerGroup,
  type LayerGroupPatch,
} from "../../model/layer-group.ts";
import { nameProblem } from "../../model/name.ts";
import { isDefaultStyle } from "../../model/style.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import {
  boundsOf,
  checkMembersInside,
  checkNoLoop,
  findStyle,
  requireMemberLayer,
  resolveMembers,
  type GroupScope,
} from "./layer-group-members.ts";
import { refuseGroupUse, removeLayerGroup } from "./layer-group-references.ts";
import { memberLink } from "./links.ts";
import { missingText } from "./missing-text.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

type Group = Stored<"layer-group">;
type Root = LayerGroup["root"];

/** A global name may be `workspace:name`; a bare name falls back to the default workspace. */
export async function findLayerGroup(
  reader: CatalogReader,
  workspace: string | null,
  name: string,
): Promise<Group | undefined> {
  const exact = await reader.get("layer-group", workspace, name);
  if (exact !== undefined || workspace !== null) return exact;
  const split = splitQualifiedName(name);
  if (split.workspace !== null) return reader.get("layer-group", split.workspace, split.name);
  const preferred = await reader.get("setting", null, "default-workspace");
  return preferred && reader.get("layer-group", preferred.value.text, name);
}

/** The path's workspace overrides the document's. */
export async function createLayerGroup(
  writer: CatalogWriter,
  dialect: Dialect,
  { workspace: inPath, change }: { workspace: string | null; change: LayerGroupPatch },
): Promise<QualifiedName> {
  if ((change.members ?? []).length === 0) throw isEmpty(dialect, change);
  const workspace = inPath ?? (change.workspace || null);
  if (workspace !== null && (await writer.get("workspace", null, workspace)) === undefined) {
    throw new CatalogError("store-missing", `No such workspace: '${workspace}'`);
  }
  const name = await freeName(writer, workspace, change.name);
  const members = await newMembers(writer, { workspace, dialect }, change, []);
  const mode = modeOf(change.mode) ?? "SINGLE";
  const root = await rootOf(writer, { workspace, dialect }, change, null);
  checkRoot(mode, root);
  const placed = root === null ? members : [...members, root.layer];
  const bounds = change.bounds ?? (await boundsOf(writer, placed));
  const description = mergeGiven({}, change.description);
  await writer.put(
    { kind: "layer-group", workspace, name },
    { mode, members, root, bounds, description },
  );
  return { workspace, name };
}

function isEmpty(dialect: Dialect, { members }: LayerGroupPatch): CatalogError {
  const message = "layer group must not be empty";
  return members === undefined || dialect.line === "3.0"
    ? new CatalogError("field-missing", missingText(dialect, "members", message))
    : new CatalogError("group-empty", message);
}

async function freeName(
  reader: CatalogReader,
  workspace: string | null,
  name: string | undefined,
): Promise<string> {
  if (!name) throw new CatalogError("field-missing", "Layer group name must not be null");
  const problem = nameProblem(name);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The layer group name '${name}' ${problem}`);
  if ((await reader.get("layer-group", workspace, name)) === undefined) return name;
  const where = workspace === null ? "" : ` in workspace ${workspace}`;
  throw new CatalogError("group-exists", `Layer group named '${name}' already exists${where}`);
}

/** Styles without members apply to the existing members in order. */
async function newMembers(
  reader: CatalogReader,
  scope: GroupScope,
  change: LayerGroupPatch,
  before: readonly GroupMember[],
): Promise<readonly GroupMember[]> {
  if (change.members === undefined && change.styles === undefined) return before;
  if (change.members?.length === 0) throw isEmpty(scope.dialect, change);
  const named =
    change.members ??
    before.map(({ type, workspace, name }) => ({
      type,
      name: workspace === null ? name : `${workspace}:${name}`,
    }));
  const styles = change.styles ?? before.map(({ style }) => style);
  const members = await resolveMembers(reader, scope, { members: named, styles });
  if (members.length === 0) throw await noneKnown(reader, scope, styles);
  await checkMembersInside(reader, scope.workspace, members);
  return members;
}

/** A stock server takes a style without member for a style group and checks its layers. */
async function noneKnown(
  reader: CatalogReader,
  scope: GroupScope,
  styles: readonly (QualifiedName | null)[],
): Promise<CatalogError> {
  const message = "Layer group must not be empty";
  const [first] = styles;
  const style = first === undefined ? undefined : first && (await findStyle(reader, scope, first));
  if (style === undefined)
    return new CatalogError("group-invalid", missingText(scope.dialect, "knownMembers", message));
  if (style === null)
    return new CatalogError("group-invalid", missingText(scope.dialect, "styleGroup", message));
  // The layer that the style's content names: like the style, except in built-in styles.
  const layer = isDefaultStyle(style.workspace, style.name) ? `default_${style.name}` : style.name;
  const words = `Invalid style group: No layer or layer group named '${layer}' found in the catalog`;
  return new CatalogError("group-invalid", `${words}\n${message}`);
}

function modeOf(text: string | undefined): GroupMode | undefined {
  if (text === undefined || text === "") return undefined;
  const mode = groupModeOf(text);
  if (mode !== undefined) return mode;
  throw new CatalogError("group-invalid", `No such mode: ${text}; there are ${groupModes}`);
}

async function rootOf(
  reader: CatalogReader,
  scope: GroupScope,
  change: LayerGroupPatch,
  before: Root,
): Promise<Root> {
  const { rootLayer, rootStyle } = change;
  const layer =
    rootLayer === undefined
      ? before?.layer
      : await requireMemberLayer(reader, scope.workspace, rootLayer);
  const style = rootStyle === undefined ? before?.style : await findStyle(reader, scope, rootStyle);
  if (layer === undefined) return null;
  if (!style) {
    const mode = groupModeName("EO");
    throw new CatalogError(
      "group-invalid",
      `Layer group in mode ${mode} must have a root layer style`,
    );
  }
  await checkMembersInside(reader, scope.workspace, [{ type: "layer", ...layer, style }]);
  return { layer, style };
}

function checkRoot(mode: GroupMode, root: Root): void {
  if ((mode === "EO") === (root !== null)) return;
  const must = root === null ? "must" : "must not";
  throw new CatalogError(
    "group-invalid",
    `Layer group in mode ${groupModeName(mode)} ${must} have a root layer`,
  );
}

/** Name and workspace are fixed; bounds change only when given. */
export async function updateLayerGroup(
  writer: CatalogWriter,
  dialect: Dialect,
  { group, change }: { group: Group; change: LayerGroupPatch },
): Promise<void> {
  if (change.name && change.name !== group.name) {
    throw new CatalogError("name-fixed", "Can't change name of a layer group");
  }
  if (change.workspace && change.workspace !== group.workspace) {
    const message =
      "Can't change the workspace of a layer group, instead DELETE from existing workspace and POST to new workspace";
    throw new CatalogError("name-fixed", message);
  }
  const { workspace, value } = group;
  const scope = { workspace, dialect };
  const members = await newMembers(writer, scope, change, value.members);
  await checkNoLoop(writer, group, members);
  const mode = modeOf(change.mode) ?? value.mode;
  const root = await rootOf(writer, scope, change, value.root);
  checkRoot(mode, root);
  const bounds = change.bounds ?? value.bounds;
  const description = mergeGiven(value.description, change.description);
  await writer.put({ kind: "layer-group", ...group }, { mode, members, root, bounds, description });
}

/** Throws if another group contains the group. */
export async function deleteLayerGroup(writer: CatalogWriter, group: Group): Promise<void> {
  await refuseGroupUse(writer, memberLink("layerGroup", group), "layer group");
  await removeLayerGroup(writer, group);
}

function mergeGiven(before: GroupDescription, given: GroupDescription): GroupDescription {
  return { ...before, ...fieldsOfPatch(given) };
}
