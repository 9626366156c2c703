/** The layer group document (docs/compatibility.md, "Layer groups"). */
import { type Dated, fieldsOfPatch, names, usualOf } from "../model/schema.ts";
import { qualifiedName, type QualifiedName } from "../model/layer.ts";
import {
  groupSettings,
  groupSwitches,
  type GroupDescription,
  type GroupMember,
  type LayerGroup,
  type LayerGroupPatch,
  type MetadataLink,
} from "../model/layer-group.ts";
import { boundsNode, parseBounds } from "./bounds.ts";
import { fieldsIn, shownFields } from "./codec.ts";
import { dateFields } from "./date.ts";
import {
  renderDocument,
  value,
  type DocumentNode,
  type Fields,
  type RenderedDocument,
  type Rendering,
} from "./document.ts";
import { parseStyleReference, styleNode } from "./style-reference.ts";
import { layerGroupPath, pathOf } from "./paths.ts";
import {
  attributionNode,
  detailFields,
  parseDetails,
  parseRecords,
  recordList,
  textsOf,
} from "./group-details.ts";
import {
  asList,
  member,
  members as membersOf,
  memberText,
  referenceName,
  textOf,
  wholeText,
  type Tree,
} from "./tree.ts";

/** Renders a layer group. */
export function renderLayerGroup(group: Dated<LayerGroup>, rendering: Rendering): RenderedDocument {
  const { workspace, members, root, description } = group;
  // GeoServer fills in the switches with the first PUT.
  const isSettled = rendering.lists === "stock" && group.modified !== null;
  const settled = isSettled ? usualOf(groupSwitches) : {};
  const drawn = (style: QualifiedName) => {
    const node = styleNode(style);
    return rendering.lists === "stock" ? { ...node, fields: namesAlone(style) } : node;
  };
  const styles = members.map(({ style }) => (style === null ? value("") : drawn(style)));
  return renderDocument(
    "layerGroup",
    [
      ["name", value(group.name)],
      ["mode", value(group.mode)],
      ...shownFields({ fields: groupSettings }, { ...settled, ...fieldsOfPatch(description) }),
      ["workspace", workspace === null ? undefined : scopeNode(workspace)],
      ["internationalTitle", localised(description.titles)],
      ["internationalAbstract", localised(description.abstracts)],
      ["publishables", { type: "list", name: "published", nodes: members.map(memberNode) }],
      ["styles", { type: "list", name: "style", nodes: styles }],
      ["rootLayer", root === null ? undefined : layerNode(root.layer)],
      ["rootLayerStyle", root === null ? undefined : drawn(root.style)],
      ...describing(description),
      ["bounds", boundsNode(group.bounds)],
      ...dateFields(group),
    ],
    rendering,
  );
}

function describing(description: GroupDescription): Fields {
  const { keywords = [], metadataLinks, attribution } = description;
  return [
    ...detailFields(description),
    ["metadataLinks", metadataLinks && recordList("metadataLink", metadataLinks)],
    [
      "keywords",
      keywords.length === 0
        ? undefined
        : { type: "list", name: "string", nodes: keywords.map(value) },
    ],
    ["attribution", attribution && attributionNode(attribution)],
  ];
}

/** GeoServer's groups name a style only by `workspace:name`. */
function namesAlone({ workspace, name }: QualifiedName): Fields {
  return [["name", value(qualifiedName(workspace, name))]];
}

function scopeNode(workspace: string): DocumentNode {
  return { type: "object", fields: [["name", value(workspace)]] };
}

function localised(texts: Readonly<Record<string, string>> = {}): DocumentNode | undefined {
  const languages = Object.entries(texts);
  if (languages.length === 0) return undefined;
  return {
    type: "object",
    fields: languages.map(([language, text]) => [language, value(text)] as const),
  };
}

function memberNode({ type, workspace, name }: GroupMember): DocumentNode {
  if (type === "layer") return layerNode({ workspace, name }, [["@type", value(type)]]);
  return {
    type: "reference",
    path: layerGroupPath(workspace, name),
    fields: [
      ["@type", value(type)],
      ["name", value(qualifiedName(workspace, name))],
    ],
  };
}

function layerNode({ workspace, name }: QualifiedName, attributes: Fields = []): DocumentNode {
  return {
    type: "reference",
    path: pathOf("workspaceLayer", { workspace: workspace ?? "", layer: name }),
    fields: [...attributes, ["name", value(qualifiedName(workspace, name))]],
  };
}

/** Elements that are read from a body, besides references, bounds and flags. */
export const layerGroupElements: ReadonlySet<string> = names(
  `mode title abstractTxt abstract keywords internationalTitle internationalAbstract metadataLinks attribution
   metadata authorityURLs identifiers`,
);

/** Parses a `layerGroup` body. Throws WireError for invalid bounds. */
export function parseLayerGroupInput(tree: Tree): LayerGroupPatch {
  return {
    name: memberText(tree, "name"),
    workspace: referenceName(member(tree, "workspace")),
    mode: memberText(tree, "mode"),
    members: parseMembers(tree),
    styles: parseStyles(member(tree, "styles")),
    rootLayer: referenceName(member(tree, "rootLayer")),
    rootStyle: parseStyleReference(member(tree, "rootLayerStyle")),
    bounds: parseBounds(member(tree, "bounds")),
    description: parseDescription(tree),
  };
}

/** `publishables/published`, or the older spelling `layers/layer`. */
function parseMembers(tree: Tree): LayerGroupPatch["members"] {
  const [list, item] =
    member(tree, "publishables") === undefined
      ? ["layers", "layer"]
      : ["publishables", "published"];
  const found = member(tree, list);
  if (found === undefined) return undefined;
  return asList(member(found, item)).map((entry) => ({
    type: memberText(entry, "@type")?.toLowerCase() === "layergroup" ? "layerGroup" : "layer",
    name: referenceName(entry) ?? memberText(entry, "name") ?? "",
  }));
}

/** An empty style, or the text `null`, means the layer's default. */
function parseStyles(tree: Tree | undefined): LayerGroupPatch["styles"] {
  if (tree === undefined) return undefined;
  return asList(member(tree, "style")).map((entry) =>
    textOf(entry) === "null" ? null : (parseStyleReference(entry) ?? null),
  );
}

function parseDescription(tree: Tree): GroupDescription {
  const keywords = member(tree, "keywords");
  return {
    ...parseDetails(tree),
    ...fieldsIn<GroupDescription>({ fields: groupSettings }, tree),
    keywords: keywords === undefined ? undefined : keywordsIn(keywords),
    titles: textsByLanguage(member(tree, "internationalTitle")),
    abstracts: textsByLanguage(member(tree, "internationalAbstract")),
    metadataLinks: parseRecords(tree, ["metadataLinks", "metadataLink"], metadataLinkOf),
  };
}

/** Clients write `string` elements, as documents do, or `keyword` elements. */
function keywordsIn(tree: Tree): readonly string[] {
  const listed = [...asList(member(tree, "string")), ...asList(member(tree, "keyword"))];
  return listed.flatMap((keyword) => wholeText(keyword) ?? []);
}

function textsByLanguage(tree: Tree | undefined): Readonly<Record<string, string>> | undefined {
  if (tree === undefined) return undefined;
  const texts = membersOf(tree).flatMap(([language, text]) =>
    /^[A-Za-z]{1,8}(?:[-_][A-Za-z0-9]{1,8})*$/.test(language)
      ? [[language, wholeText(text) ?? ""] as const]
      : [],
  );
  return Object.fromEntries(texts);
}

function metadataLinkOf(tree: Tree): MetadataLink {
  return textsOf(tree, ["type", "about", "metadataType", "content"]);
}
