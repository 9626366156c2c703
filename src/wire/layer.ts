/** The layer document: type, resource and styles. */
import { compareText } from "../model/address.ts";
import type { Details, DetailsChange } from "../model/details.ts";
import { qualifiedName, splitQualifiedName } from "../model/layer.ts";
import { renderDate } from "./date.ts";
import { arranged, detailsOf, names, neutralBody, type NeutralBody } from "./details.ts";
import {
  optional,
  renderDocument,
  value,
  type DocumentNode,
  type Fields,
  type Rendering,
  type RenderedDocument,
} from "./document.ts";
import { keptOfLayer, type KeptSettings } from "./kept-settings.ts";
import { pathOf, stylePath } from "./paths.ts";
import { NOWHERE, readMaybeBroken } from "./broken-off.ts";
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
  /** What it shows: a feature type, or a coverage. */
  readonly type: "VECTOR" | "RASTER";
  readonly workspace: string;
  readonly store: string;
  /** Null only where a data directory names one that is not there. */
  readonly defaultStyle: StyleReference | null;
  readonly styles: readonly StyleReference[];
  readonly enabled: boolean;
  readonly queryable: boolean;
  readonly opaque: boolean;
  readonly details?: Details | undefined;
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
  readonly details: DetailsChange;
}

/** Elements that the document of a layer may hold, in its order; what else was kept comes after them. */
export const LAYER_ELEMENTS = names(
  `name path type defaultStyle styles resource enabled queryable opaque advertised metadata
   attribution authorityURLs identifiers dateCreated dateModified`,
);

const OWN = names(
  `name type defaultStyle styles resource enabled queryable opaque dateCreated dateModified
   modifiedBy`,
);

/** What a layer shows of its attribution when nobody said any. */
const NO_ATTRIBUTION = { attribution: { logoWidth: 0, logoHeight: 0 } };

/** Renders the document. Deviation: flags-told. */
export function renderLayer(layer: LayerDocument, rendering: Rendering): RenderedDocument {
  const { name } = layer;
  const styles: DocumentNode = {
    type: "list",
    name: "style",
    className: "linked-hash-set",
    nodes: layer.styles.map(styleNode),
  };
  const own: Fields = [
    ["name", value(name)],
    ["type", value(layer.type)],
    ["defaultStyle", layer.defaultStyle === null ? undefined : styleNode(layer.defaultStyle)],
    ["styles", layer.styles.length === 0 ? undefined : styles],
    ["resource", resourceNode(layer)],
    ["enabled", value(layer.enabled)],
    ["queryable", value(layer.queryable)],
    ["opaque", value(layer.opaque)],
    ["dateCreated", value(renderDate(layer.created))],
    ["dateModified", optional(layer.modified && renderDate(layer.modified))],
  ];
  const kept = { ...NO_ATTRIBUTION, ...layer.details };
  return renderDocument("layer", arranged(LAYER_ELEMENTS, own, kept), rendering);
}

function resourceNode({ type, name, workspace, store }: LayerDocument): DocumentNode {
  const raster = type === "RASTER";
  return {
    type: "reference",
    className: raster ? "coverage" : "featureType",
    path: raster
      ? pathOf("storeCoverage", { workspace, store, coverage: name })
      : pathOf("storeFeatureType", { workspace, store, featureType: name }),
    fields: [["name", value(`${workspace}:${name}`)]],
  };
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

/** Reads the content of a `layer` body. Throws WireError. */
export function parseLayerInput(tree: Tree): LayerInput {
  const body = neutralBody(tree);
  return { ...ownFields(body), details: detailsOf(body, OWN) };
}

function ownFields(body: NeutralBody): Omit<LayerInput, "details"> {
  const styles = member(body, "styles");
  return {
    defaultStyle: parseStyleReference(member(body, "defaultStyle")),
    styles: styles === undefined ? undefined : readStyles(styles),
    enabled: memberFlag(body, "enabled"),
    queryable: memberFlag(body, "queryable"),
    opaque: memberFlag(body, "opaque"),
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
export function parseLayer(
  response: WireResponse,
): Omit<LayerInput, "details"> & { readonly type: string } {
  const body = neutralBody(parseXml(bodyText(response)).content);
  return { type: memberText(body, "type") ?? "", ...ownFields(body) };
}

/** What of a layer can be set; styles as `workspace:name` or `name`. */
export interface LayerSettings {
  /** What it shows, VECTOR or RASTER; empty when the server does not say. */
  readonly type: string;
  readonly defaultStyle: string;
  readonly styles: readonly string[];
  /** Undefined when the server does not show it. */
  readonly enabled: boolean | undefined;
  readonly queryable: boolean;
  readonly opaque: boolean;
}

/** A layer as a server holds it. */
export interface FoundLayer {
  readonly settings: LayerSettings;
  /** What else somebody set of it. */
  readonly kept: KeptSettings;
  readonly etag: string | undefined;
  /** What the server said where it broke the document off; undefined for a whole one. */
  readonly broken?: string | undefined;
}

/** A layer named `workspace:name` with its ETag; undefined when it is not there. Throws ReadError. */
export async function readLayer(read: Reader, name: string): Promise<FoundLayer | undefined> {
  const found = await readMaybeBroken(read, pathOf("layer", { layer: name }, "xml"));
  if (found === undefined) return undefined;
  const { response, content, broken } = found;
  const { defaultStyle, styles, enabled, queryable, opaque } = ownFields(neutralBody(content));
  const text = (style: StyleReference) => qualifiedName(style.workspace, style.name);
  const isNowhere = broken !== undefined && broken.element !== "styles";
  const settings = {
    type: memberText(content, "type") ?? "",
    defaultStyle: defaultStyle === undefined ? (isNowhere ? NOWHERE : "") : text(defaultStyle),
    styles: broken === undefined ? (styles ?? []).map(text).toSorted(compareText) : [NOWHERE],
    enabled,
    queryable: queryable ?? true,
    opaque: opaque ?? false,
  };
  const etag = response.headers["etag"];
  return { settings, kept: keptOfLayer(content), etag, broken: broken?.said };
}

/** A body that sets styles, flags and more of a layer; what is undefined is left as it is. */
export function renderLayerInput(input: {
  readonly defaultStyle: StyleReference | undefined;
  readonly styles: readonly StyleReference[] | undefined;
  readonly flags: Readonly<Record<string, boolean>>;
  readonly more?: KeptSettings | undefined;
}): string {
  const { defaultStyle, styles, flags, more } = input;
  return renderXml("layer", {
    ...more,
    ...(defaultStyle === undefined ? {} : { defaultStyle: styleInput(defaultStyle) }),
    ...(styles === undefined ? {} : { styles: stylesInput(styles) }),
    ...flags,
  });
}

function stylesInput(styles: readonly StyleReference[]): XmlValue {
  return styles.length === 0 ? "" : { style: styles.map(styleInput) };
}

/** A style as bodies refer to it. */
export function styleInput({ workspace, name }: StyleReference): Record<string, XmlValue> {
  return workspace === null ? { name } : { name, workspace };
}
