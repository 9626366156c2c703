/**
 * Settings of layer groups, and whole documents to recreate them from (docs/compatibility.md,
 * "Layer groups").
 */
import type { Bounds } from "../model/bounds.ts";
import { defined } from "../model/defined.ts";
import { qualifiedName, splitQualifiedName, type QualifiedName } from "../model/layer.ts";
import { partOf, unusual } from "../model/schema.ts";
import {
  groupFlags,
  groupSettings as described,
  type GroupDescription,
  type MemberType,
} from "../model/layer-group.ts";
import { fieldsIn, writtenFields } from "./codec.ts";
import { boundsInput } from "./bounds.ts";
import { parseLayerGroupInput } from "./layer-group.ts";
import { styleInput } from "./style-reference.ts";
import { layerGroupPathTo } from "./addressing.ts";
import { layerGroupsPath } from "./paths.ts";
import { isStyleName, NOWHERE, readDocument, type AnsweredDocument } from "./answered-document.ts";
import type { Reader } from "./request.ts";
import { sendable, type KeptSettings } from "./kept-settings.ts";
import { namesAt } from "./list.ts";
import { memberText, type Tree } from "./tree.ts";
import { parseXml, renderXml, type XmlValue } from "./xml.ts";

/** Names are `workspace:name`, or `name` for global objects. */
export interface GroupMember {
  readonly type: MemberType;
  readonly name: string;
  /** Undefined for the layer's default style. */
  readonly style: string | undefined;
}

/** Undefined settings are left unchanged. */
export interface GroupSettings extends Pick<GroupDescription, keyof typeof described> {
  readonly mode?: string | undefined;
  readonly members?: readonly GroupMember[] | undefined;
  /** The root layer in mode EO. */
  readonly root?: { readonly layer: string; readonly style: string } | undefined;
  readonly bounds?: Bounds | undefined;
  /** Further members of a body. */
  readonly others?: KeptSettings | undefined;
}

/** A group on a server. */
export interface LiveGroup {
  readonly workspace: string | null;
  readonly name: string;
  readonly settings: GroupSettings & { readonly members: readonly GroupMember[] };
  /** The whole document as a request body. */
  readonly document: string;
  readonly etag: string | undefined;
  /** The server's error where it broke the document off. */
  readonly broken?: string | undefined;
}

/** None if the server does not support groups. Throws ReadError. */
export async function readGroupNames(
  read: Reader,
  workspace: string | null,
): Promise<readonly string[]> {
  return namesAt(read, layerGroupsPath(workspace, "xml"), "layerGroup");
}

/** The groups of one scope. Throws ReadError, WireError. */
export async function readLayerGroups(
  read: Reader,
  workspace: string | null,
): Promise<readonly LiveGroup[]> {
  const names = await readGroupNames(read, workspace);
  const groups = await Promise.all(names.map((name) => readLayerGroup(read, workspace, name)));
  return groups.filter((group) => group !== undefined);
}

/** One group; undefined when it does not exist. Throws ReadError, WireError. */
export async function readLayerGroup(
  read: Reader,
  workspace: string | null,
  name: string,
): Promise<LiveGroup | undefined> {
  const found = await readDocument(read, layerGroupPathTo(workspace, name, "xml"));
  if (found === undefined) return undefined;
  const { content } = found;
  const input = parseLayerGroupInput(content);
  // For a global group, servers may return one of the default workspace.
  if (workspace === null && (input.workspace ?? "") !== "") return undefined;
  return groupIn(found, { workspace, name });
}

function groupIn({ response, content, broken }: AnsweredDocument, place: QualifiedName): LiveGroup {
  const settings = settingsIn(content, place.workspace);
  const document = renderXml("layerGroup", sendable(content));
  const found = { ...place, settings, document, etag: response.headers["etag"] };
  if (broken === undefined) return found;
  const members = settings.members.map((member) => ({ ...member, style: NOWHERE }));
  return { ...found, settings: { ...settings, members }, broken: broken.message };
}

/** Parses a stored document of a group. Throws WireError. */
export function groupSettings(document: string, workspace: string | null): LiveGroup["settings"] {
  return settingsIn(parseXml(document).content, workspace);
}

function settingsIn(content: Tree, workspace: string | null): LiveGroup["settings"] {
  const input = parseLayerGroupInput(content);
  const inside = (layer: string) => (layer.includes(":") ? layer : qualifiedName(workspace, layer));
  const members = (input.members ?? []).map(({ type, name }, index) => ({
    type,
    name: type === "layer" ? inside(name) : name,
    style: styleText(input.styles?.[index]),
  }));
  const { rootLayer, rootStyle } = input;
  const root = rootLayer && { layer: inside(rootLayer), style: styleText(rootStyle) ?? "" };
  const { mode, bounds } = input;
  return {
    ...partOf(described, input.description),
    mode,
    members,
    root: root || undefined,
    bounds,
  };
}

function styleText(style: QualifiedName | null | undefined): string | undefined {
  return style == null ? undefined : qualifiedName(style.workspace, style.name);
}

type Fields = Readonly<Record<string, XmlValue>>;

/** The body that creates a group. */
export function renderGroupInput(settings: GroupSettings, name: string): string {
  return renderXml("layerGroup", { name, ...fieldsOf(settings) });
}

/**
 * A JSON body with the given settings, and with fields from `document` that some servers reset when
 * a body omits them. In XML, GeoServer takes a member's empty style for a missing one and can never
 * show the group again; in JSON it means the layer's default (docs/compatibility.md, "Plumbline
 * against a stock server"). Throws WireError.
 */
export function renderGroupChange(settings: GroupSettings, document: string): string {
  const content = parseXml(document).content;
  const mode = memberText(content, "mode");
  const resets = {
    mode: mode === "SINGLE" ? undefined : mode,
    ...unusual(groupFlags, fieldsIn({ fields: groupFlags }, content)),
  };
  const kept = Object.entries(sendable(content)).filter(
    ([name, value]) => TAKEN_FROM_LAYERS.has(name) && value !== "",
  );
  const again = { ...resets, ...Object.fromEntries(kept) };
  return JSON.stringify({ layerGroup: { ...again, ...fieldsOf(settings) } });
}

/** GeoServer removes them from layers whose body omits them; for groups this is unknown. */
const TAKEN_FROM_LAYERS: ReadonlySet<string> = new Set(["authorityURLs", "identifiers"]);

/** The document of a group with some settings replaced. Throws WireError. */
export function renderGroupAgain(document: string, settings: GroupSettings, name: string): string {
  const { layers: _old, ...fields } = sendable(parseXml(document).content);
  const dropped = settings.mode === undefined || settings.mode === "EO" ? [] : ROOT_FIELDS;
  const kept = Object.entries(fields).filter(([field]) => !dropped.includes(field));
  const { members = groupSettings(document, null).members } = settings;
  const all = fieldsOf({ ...settings, members });
  return renderXml("layerGroup", { name, ...Object.fromEntries(kept), ...all });
}

/** Contents of a group's body beyond the settings that are read. Throws WireError. */
export function keptOfGroup(body: string): KeptSettings {
  return sendable(parseXml(body).content, membersOfGroups);
}

/** Elements that are read, without those that a manifest may omit. */
export const membersOfGroups = [
  "name",
  "workspace",
  "publishables",
  "styles",
  "rootLayer",
  "rootLayerStyle",
  "bounds",
];

const ROOT_FIELDS: readonly string[] = ["rootLayer", "rootLayerStyle"];

function fieldsOf(settings: GroupSettings): Fields {
  const { mode, members, root, bounds, others } = settings;
  return defined({
    mode,
    ...writtenFields<GroupDescription>({ fields: described }, settings),
    publishables: members && { published: members.map(memberInput) },
    styles: members && { style: members.map(({ style }) => styleOf(style)) },
    rootLayer: root && { name: root.layer },
    rootLayerStyle: root && styleOf(root.style),
    bounds: bounds && boundsInput(bounds),
    ...others,
  });
}

function memberInput({ type, name }: GroupMember): XmlValue {
  return { "@type": type, name };
}

function styleOf(style: string | undefined): XmlValue {
  return isStyleName(style) ? styleInput(splitQualifiedName(style)) : "";
}
