/** The layer document: type, resource and styles. */
import { qualifiedName, splitQualifiedName, type LayerDetails } from "../model/layer.ts";
import { renderDate } from "./date.ts";
import {
  optional,
  renderDocument,
  value,
  type DocumentNode,
  type Rendering,
  type RenderedDocument,
} from "./document.ts";
import { pathOf, stylePath } from "./paths.ts";
import { attributionNode, detailFields, parseDetails } from "./published.ts";
import { getIfThere } from "./reading.ts";
import { bodyText, type Reader, type WireResponse } from "./request.ts";
import { asList, member, memberFlag, memberText, referenceName, type Tree } from "./tree.ts";
import { parseXml, renderXml, type XmlValue } from "./xml.ts";

/** A style named from elsewhere; the workspace is null when the style is global. */
export interface StyleReference {
  readonly workspace: string | null;
  readonly name: string;
}

/** What the document shows; dates are ISO 8601. */
export interface LayerDocument {
  readonly name: string;
  readonly workspace: string;
  readonly store: string;
  readonly defaultStyle: StyleReference;
  readonly styles: readonly StyleReference[];
  readonly enabled: boolean;
  readonly queryable: boolean;
  readonly opaque: boolean;
  readonly details?: LayerDetails | undefined;
  readonly created: string;
  readonly modified: string | null;
}

/** What a client sends; absent fields keep their value, `styles` replaces the whole set. */
export interface LayerInput {
  readonly defaultStyle?: StyleReference | undefined;
  readonly styles?: readonly StyleReference[] | undefined;
  readonly enabled?: boolean | undefined;
  readonly queryable?: boolean | undefined;
  readonly opaque?: boolean | undefined;
  readonly details: LayerDetails;
}

/** Renders the document. */
export function renderLayer(layer: LayerDocument, rendering: Rendering): RenderedDocument {
  const { name, workspace, store, details = {} } = layer;
  const styles: DocumentNode = {
    type: "list",
    name: "style",
    className: "linked-hash-set",
    nodes: layer.styles.map(styleNode),
  };
  return renderDocument(
    "layer",
    [
      ["name", value(name)],
      ["path", optional(details.path)],
      ["type", value("VECTOR")],
      ["defaultStyle", styleNode(layer.defaultStyle)],
      ["styles", layer.styles.length === 0 ? undefined : styles],
      [
        "resource",
        {
          type: "reference",
          className: "featureType",
          path: pathOf("storeFeatureType", { workspace, store, featureType: name }),
          fields: [["name", value(`${workspace}:${name}`)]],
        },
      ],
      ["enabled", optional(layer.enabled ? undefined : false)],
      ["queryable", optional(layer.queryable ? undefined : false)],
      ["opaque", optional(layer.opaque ? true : undefined)],
      ["advertised", optional(details.advertised === false ? false : undefined)],
      ["defaultWMSInterpolationMethod", optional(details.interpolation)],
      ...detailFields(details),
      ["attribution", attributionNode(details.attribution)],
      ["dateCreated", value(renderDate(layer.created))],
      ["dateModified", optional(layer.modified && renderDate(layer.modified))],
    ],
    rendering,
  );
}

/** A style as other documents refer to it. */
export function styleNode({ workspace, name }: StyleReference): DocumentNode {
  return {
    type: "reference",
    path: stylePath(workspace, name),
    fields: [
      ["name", value(workspace === null ? name : `${workspace}:${name}`)],
      ["workspace", optional(workspace)],
    ],
  };
}

/** Reads the content of a `layer` body. */
export function parseLayerInput(tree: Tree): LayerInput {
  const styles = member(tree, "styles");
  return {
    defaultStyle: parseStyleReference(member(tree, "defaultStyle")),
    styles: styles === undefined ? undefined : readStyles(styles),
    enabled: memberFlag(tree, "enabled"),
    queryable: memberFlag(tree, "queryable"),
    opaque: memberFlag(tree, "opaque"),
    details: {
      ...parseDetails(tree),
      path: memberText(tree, "path"),
      advertised: memberFlag(tree, "advertised"),
      interpolation: memberText(tree, "defaultWMSInterpolationMethod"),
    },
  };
}

function readStyles(tree: Tree): readonly StyleReference[] {
  return asList(member(tree, "style")).flatMap((entry) => parseStyleReference(entry) ?? []);
}

/** Reads a reference to a style: its name, bare or with its workspace; undefined when there is none. */
export function parseStyleReference(tree: Tree | undefined): StyleReference | undefined {
  const name = referenceName(tree);
  if (name === undefined || name === "") return undefined;
  const split = splitQualifiedName(name);
  const scope = member(tree, "workspace");
  const workspace = split.workspace ?? referenceName(scope) ?? null;
  return { workspace: workspace === "" ? null : workspace, name: split.name };
}

/** Reads a layer document a server answered with. Throws WireError. */
export function parseLayer(response: WireResponse): LayerInput {
  return parseLayerInput(parseXml(bodyText(response)).content);
}

/** What of a layer can be set again after it was recreated; styles as `workspace:name` or `name`. */
export interface LayerSettings {
  readonly defaultStyle: string;
  readonly styles: readonly string[];
  readonly enabled: boolean;
  readonly queryable: boolean;
  readonly opaque: boolean;
}

/** Settings of a layer named `workspace:name`; undefined when it is not there. Throws ReadError. */
export async function readLayerSettings(
  read: Reader,
  name: string,
): Promise<LayerSettings | undefined> {
  const response = await getIfThere(read, pathOf("layer", { layer: name }, "xml"));
  if (response === undefined) return undefined;
  const { defaultStyle, styles, enabled, queryable, opaque } = parseLayer(response);
  const text = (style: StyleReference) => qualifiedName(style.workspace, style.name);
  return {
    defaultStyle: defaultStyle === undefined ? "" : text(defaultStyle),
    styles: (styles ?? []).map(text),
    enabled: enabled ?? true,
    queryable: queryable ?? true,
    opaque: opaque ?? false,
  };
}

/** A body that sets styles and flags of a layer. */
export function renderLayerInput(input: {
  readonly defaultStyle: StyleReference | undefined;
  readonly styles: readonly StyleReference[];
  readonly flags: Readonly<Record<string, boolean>>;
}): string {
  const styles: XmlValue = { style: input.styles.map(styleInput) };
  return renderXml("layer", {
    ...(input.defaultStyle === undefined ? {} : { defaultStyle: styleInput(input.defaultStyle) }),
    ...(input.styles.length === 0 ? {} : { styles }),
    ...input.flags,
  });
}

function styleInput({ workspace, name }: StyleReference): Record<string, XmlValue> {
  return workspace === null ? { name } : { name, workspace };
}
