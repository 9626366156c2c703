/** Layer groups of the stock server. */
import { merge, param, scopeOf, type Call } from "./call.ts";
import { groupHolding, removeGroup } from "./cascades.ts";
import { brokenOff, dates, field, kept, link, pathOf, type Answer } from "./documents.ts";
import { layerMeant, styleXml } from "./layers.ts";
import { routesOf, type Noun } from "./nouns.ts";
import { BOX } from "./publish.ts";
import { refused } from "./recorded/recorded.ts";
import { found, NOTHING_TO_CHANGE, Refusal } from "./refusal.ts";
import {
  inWorkspace,
  now,
  scoped,
  shownName,
  splitName,
  type LayerGroup,
  type State,
} from "./state.ts";
import { styleMeant } from "./styles.ts";
import { child, childText, elementsOf, textOf, workspaceIn, type Element } from "./xml-tree.ts";

const group: Noun<LayerGroup> = {
  item: "layerGroup",
  paths: ["/layergroups", "/workspaces/:workspace/layergroups"],
  key: "group",
  names: (call) => inWorkspace(call.state.layerGroups, scopeOf(call)).map(({ name }) => name),
  find: (call) => {
    const known = pathGroup(call);
    if (known === undefined && call.method === "PUT") throw new Refusal(500, NOTHING_TO_CHANGE);
    if (known === undefined && call.method === "DELETE")
      throw new Refusal(500, 'Cannot invoke "Object.getClass()" because "value" is null');
    const { workspace } = call.params;
    const where = workspace === undefined ? "" : ` in workspace ${workspace}`;
    return found(known, `No such layer group ${param(call, "group")}${where}`);
  },
  post: postGroup,
  show: shown,
  put: (call, own, body) => {
    if ((childText(body, "name") ?? own.name) !== own.name)
      throw new Refusal(403, "Can't change name of a layer group");
    if ((workspaceIn(body) || own.workspace) !== own.workspace)
      throw new Refusal(
        403,
        "Can't change the workspace of a layer group, instead DELETE from existing workspace and POST to new workspace",
      );
    take(call.state, own, body, call.contentType.includes("json") ? null : NOWHERE);
    for (const flag of ["enabled", "advertised"])
      own.fields.set(flag, own.fields.get(flag) ?? "true");
  },
  remove: ({ state }, { workspace, name }) => {
    const holder = groupHolding(state, "layerGroup", scoped(workspace, name));
    if (holder === undefined) return removeGroup(state, scoped(workspace, name));
    const words = "Unable to delete layer group referenced by layer group";
    throw new Refusal(500, `${words} '${holder.name}'`);
  },
};

export const layerGroupRoutes = routesOf(group);

const MODES = ["SINGLE", "OPAQUE_CONTAINER", "NAMED", "CONTAINER", "EO"];

const KNOWN =
  "title abstractTxt enabled advertised queryDisabled internationalTitle internationalAbstract bounds keywords metadata metadataLinks attribution authorityURLs identifiers".split(
    " ",
  );

function groupPath(workspace: string, name: string): string {
  return workspace === ""
    ? pathOf("layergroups", name)
    : pathOf("workspaces", workspace, "layergroups", name);
}

/** The group of the path: globally also `workspace:name`, and one of the default workspace. */
function pathGroup(call: Call): LayerGroup | undefined {
  const { state } = call;
  const name = param(call, "group");
  const { workspace } = call.params;
  const keys =
    workspace === undefined
      ? [scoped("", name), name, scoped(state.defaultWorkspace, name)]
      : [scoped(workspace, name)];
  const key = keys.find((one) => state.layerGroups.has(one));
  return key === undefined ? undefined : state.layerGroups.get(key);
}

function postGroup(call: Call, body: Element): readonly [string, string] {
  const { state } = call;
  const name = childText(body, "name");
  if (name === undefined) throw new Refusal(500, "Layer group name must not be null");
  const workspace = scopeOf(call) || (workspaceIn(body) ?? "");
  const key = scoped(workspace, name);
  if (state.layerGroups.has(key)) {
    const where = workspace === "" ? "" : ` in workspace ${workspace}`;
    throw new Refusal(500, `Layer group named '${name}' already exists${where}`);
  }
  const empty = { mode: "SINGLE", members: [], styles: [], root: null, fields: new Map() };
  const group: LayerGroup = { workspace, name, ...empty, created: now(state) };
  take(state, group, body, null);
  if (!group.fields.has("bounds")) group.fields.set("bounds", BOX);
  state.layerGroups.set(key, group);
  // Wherever it is, it is said to be global.
  return [pathOf("layergroups", name), name];
}

type Member = LayerGroup["members"][number];

/** A style that is not there: a group with one cannot be written down again. */
const NOWHERE = "?";

/**
 * What a body says overwrites; members that nobody knows are left out. `unknown` is what becomes of a style
 * that is empty or unknown: the layer's own, or one that is not there. Throws Refusal.
 */
function take(
  state: State,
  group: LayerGroup,
  body: Element,
  unknown: null | typeof NOWHERE,
): void {
  const given = child(body, "publishables") ?? child(body, "layers");
  if (given !== undefined && elementsOf(given).length === 0)
    throw new Refusal(400, "layer group must not be empty");
  const members = given && elementsOf(given).flatMap((one) => memberMeant(state, group, one) ?? []);
  if (members === undefined && group.members.length === 0)
    throw new Refusal(
      500,
      'Cannot invoke "java.util.List.isEmpty()" because the return value of "org.geoserver.catalog.LayerGroupInfo.getLayers()" is null',
    );
  const isNone = (members ?? group.members).length === 0;
  if (isNone && child(body, "styles") === undefined) throw refused("POST group: no known member");
  if (isNone) throw new Refusal(500, "Layer group must not be empty");
  const list = child(body, "styles");
  const said = list && elementsOf(list).map((one) => styleMeant(state, one) ?? unknown);
  const all = members ?? group.members;
  const kept = group.styles.length === 0 ? all.map(() => null) : group.styles;
  const styles = said === undefined || said.length === 0 ? kept : said;
  if (styles.length !== all.length)
    throw new Refusal(500, "Layer group has different number of styles than layers");
  refuseElsewhere(group, all, styles);
  refuseLoops(state, all, [scoped(group.workspace, group.name)]);
  const mode = childText(body, "mode")?.toUpperCase() ?? group.mode;
  if (!MODES.includes(mode)) throw new Refusal(500, `No enum constant LayerGroupInfo.Mode.${mode}`);
  const root = rootIn(state, { ...group, mode }, body);
  Object.assign(group, { members: all, styles, mode, root });
  merge(state.habits, group.fields, body, KNOWN);
  const bounds = child(body, "bounds");
  if (bounds !== undefined) group.fields.set("bounds", decimals(bounds));
}

/** A group of a workspace holds nothing of another one. Throws Refusal 500. */
function refuseElsewhere(
  { workspace }: LayerGroup,
  members: readonly Member[],
  styles: LayerGroup["styles"],
): void {
  const others = (keys: readonly (string | null)[]) =>
    keys
      .map((key) => splitName(key ?? "")[0])
      .find((place) => workspace !== "" && place !== "" && place !== workspace);
  const [of, styled] = [others(members.map(({ name }) => name)), others(styles)];
  const what = `Layer group within a workspace (${workspace}) can not contain`;
  if (of !== undefined) throw new Refusal(500, `${what} resources from other workspace: ${of}`);
  if (styled !== undefined)
    throw new Refusal(500, `${what} styles from other workspace: WorkspaceInfoImpl[${styled}]`);
}

/** `path` is the group, and those on the way to it. Throws Refusal 500. */
function refuseLoops(state: State, members: readonly Member[], path: readonly string[]): void {
  for (const { type, name } of members) {
    if (type === "layer") continue;
    const way = [...path, name];
    if (path.includes(name))
      throw new Refusal(500, `Layer group is in a loop: /${way.map(shownName).join("/")}`);
    refuseLoops(state, state.layerGroups.get(name)?.members ?? [], way);
  }
}

/** A layer of the workspace of the group comes before others. */
function memberMeant(
  state: State,
  { workspace }: LayerGroup,
  element: Element,
): Member | undefined {
  const text = childText(element, "name") ?? textOf(element);
  if (element.attributes.get("type") === "layerGroup") {
    const keys = [text, scoped("", text), scoped(workspace, text)];
    const name = keys.find((key) => state.layerGroups.has(key));
    return name === undefined ? undefined : { type: "layerGroup", name };
  }
  const name = layerMeant(state, text, workspace);
  return name === undefined ? undefined : { type: "layer", name };
}

/** Only in mode EO a layer stands for the group. Throws Refusal 500. */
function rootIn(state: State, group: LayerGroup, body: Element): LayerGroup["root"] {
  const element = child(body, "rootLayer");
  const styled = child(body, "rootLayerStyle");
  const layer =
    element === undefined
      ? group.root?.layer
      : layerMeant(state, childText(element, "name") ?? textOf(element), group.workspace);
  const style = styled === undefined ? group.root?.style : styleMeant(state, styled);
  const isEo = group.mode === "EO";
  if (isEo && (layer === undefined || style === undefined))
    throw new Refusal(500, "Layer group in mode EO must have a root layer");
  if (layer === undefined || style === undefined) return null;
  if (isEo) return { layer, style };
  // No request takes a root away, so the mode cannot be left.
  throw new Refusal(500, `Layer group in mode ${group.mode} must not have a root layer`);
}

/** Numbers of boxes are decimals, and systems of the plane have a class. */
function decimals(bounds: Element): string {
  return elementsOf(bounds)
    .map((one) => {
      const text = textOf(one);
      if (one.name === "crs" && text !== "EPSG:4326") return `<crs class="projected">${text}</crs>`;
      const isWhole = one.name !== "crs" && /^-?\d+$/.test(text);
      return field(one.name, isWhole ? `${text}.0` : text);
    })
    .join("");
}

function shown(call: Call, group: LayerGroup): string | Answer {
  const { workspace, fields, root } = group;
  const inside = workspace === "" ? "" : `<workspace>${field("name", workspace)}</workspace>`;
  const members = group.members.map(({ type, name: key }) => {
    const [place, own] = splitName(key);
    const at =
      type === "layer" ? pathOf("workspaces", place, "layers", own) : groupPath(place, own);
    return `<published type="${type}">${field("name", shownName(key))}${link(call, at)}</published>`;
  });
  const styles = group.styles.map((key) =>
    key === null ? "<style/>" : key === NOWHERE ? "<style" : memberStyle(call, key),
  );
  const rooted =
    root === null
      ? ""
      : `<rootLayer>${field("name", root.layer)}${link(call, pathOf("layers", root.layer))}</rootLayer>${styleXml(call, "rootLayerStyle", root.style)}`;
  const head = `${field("name", group.name)}${field("mode", group.mode)}${kept(fields, "queryDisabled", "title", "abstractTxt", "enabled", "advertised")}${inside}${kept(fields, "internationalTitle", "internationalAbstract")}`;
  const tail = `${kept(fields, "metadataLinks", "bounds", "metadata", "attribution", "authorityURLs", "identifiers", "keywords")}${dates(group)}`;
  const xml = `<layerGroup>${head}${rooted}<publishables>${members.join("")}</publishables><styles>${styles.join("")}</styles>${tail}</layerGroup>`;
  return group.styles.includes(NOWHERE) ? brokenOff(call, xml) : xml;
}

/** A style of a workspace is named with it, and not beside it as in layers. */
function memberStyle(call: Call, key: string): string {
  return styleXml(call, "style", key).replace(/<workspace>[^<]*<\/workspace>/, "");
}
