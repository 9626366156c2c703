/** The layer document: type, resource and styles. */
import { documentIn } from "./answered-document.ts";
import type { DetailsChange } from "../model/details.ts";
import { type Dated, fieldsOfPatch, usualOf } from "../model/schema.ts";
import {
  formatName,
  formatNames,
  layerDocument,
  layerFlags,
  qualifiedName,
  type DrawnLayer,
  type Layer,
  type LayerPatch,
} from "../model/layer.ts";
import { NOWHERE, readDocument } from "./answered-document.ts";
import { fieldsIn, nameReference, parsePatch, renderNoun, writtenFields } from "./codec.ts";
import { dateFields } from "./date.ts";
import { neutralBody } from "./details.ts";
import { value, type DocumentNode, type Rendering, type RenderedDocument } from "./document.ts";
import { keptOfLayer, type KeptSettings } from "./kept-settings.ts";
import { pathOf } from "./paths.ts";
import { type Reader, type WireResponse } from "./request.ts";
import { memberText, type Tree } from "./tree.ts";
import { renderXml } from "./xml.ts";

export interface NamedLayer extends Dated<Layer> {
  readonly workspace: string;
  readonly name: string;
}

const NO_ATTRIBUTION = { attribution: { logoWidth: 0, logoHeight: 0 } };

/** Renders a layer. Deviation: flags-told. */
export function renderLayer(layer: NamedLayer, rendering: Rendering): RenderedDocument {
  const { defaultStyle, ...noun } = layer;
  const irregular = [
    ["name", value(layer.name)],
    ["type", value(layer.type)],
    ["resource", resourceNode(layer)],
    ...dateFields(layer),
  ] as const;
  const shown = defaultStyle === null ? noun : { ...noun, defaultStyle };
  const kept = { ...NO_ATTRIBUTION, ...layer.details };
  return renderNoun(layerDocument, { noun: shown, irregular, kept }, rendering);
}

function resourceNode({ type, name, workspace, store }: NamedLayer): DocumentNode {
  const place = { workspace, store };
  const shown = {
    VECTOR: ["featureType", pathOf("storeFeatureType", { ...place, featureType: name })],
    RASTER: ["coverage", pathOf("storeCoverage", { ...place, coverage: name })],
    WMS: ["wmsLayer", pathOf("wmsStoreLayer", { ...place, wmsLayer: name })],
    WMTS: ["wmtsLayer", pathOf("wmtsStoreLayer", { ...place, wmtsLayer: name })],
  } as const satisfies Record<Layer["type"], readonly [string, string]>;
  const [className, path] = shown[type];
  return nameReference(qualifiedName(workspace, name), path, className);
}

/** Parses a `layer` body. Throws WireError. */
export function parseLayerInput(tree: Tree): LayerPatch & { readonly details: DetailsChange } {
  return parsePatch(layerDocument, tree);
}

/** Parses a response. Throws WireError. */
export function parseLayer(response: WireResponse): LayerPatch & { readonly type: string } {
  const body = neutralBody(documentIn(response).content);
  return { ...fieldsIn(layerDocument, body), type: memberText(body, "type") ?? "" };
}

/** The settings of a layer. */
export interface LayerSettings extends Omit<DrawnLayer, "enabled"> {
  /** VECTOR or RASTER; empty when the server does not show it. */
  readonly type: string;
  /** Undefined when the server does not show it. */
  readonly enabled: boolean | undefined;
}

/** A layer on a server. */
export interface FoundLayer {
  readonly settings: LayerSettings;
  /** Other settings that a user made. */
  readonly kept: KeptSettings;
  readonly document: Tree;
  readonly etag: string | undefined;
  /** The server's error where it broke the document off. */
  readonly broken?: string | undefined;
}

/** A layer named `workspace:name`; undefined when missing. Throws ReadError. */
export async function readLayer(read: Reader, name: string): Promise<FoundLayer | undefined> {
  const found = await readDocument(read, pathOf("layer", { layer: name }, "xml"));
  if (found === undefined) return undefined;
  const { response, content, broken } = found;
  const fields = fieldsIn(layerDocument, neutralBody(content));
  const { defaultStyle, styles = [] } = fields;
  const isNowhere = broken !== undefined && broken.element !== "styles";
  const settings = {
    type: memberText(content, "type") ?? "",
    ...usualOf(layerFlags),
    ...fieldsOfPatch(fields),
    defaultStyle:
      defaultStyle === undefined ? (isNowhere ? NOWHERE : "") : formatName(defaultStyle),
    styles: broken === undefined ? formatNames(styles) : [NOWHERE],
    enabled: fields.enabled,
  };
  const etag = response.headers["etag"];
  const kept = keptOfLayer(content);
  return { settings, kept, document: content, etag, broken: broken?.message };
}

/** The body that changes a layer; undefined members stay unchanged. */
export function renderLayerInput(patch: LayerPatch, more: KeptSettings = {}): string {
  return renderXml("layer", { ...more, ...writtenFields(layerDocument, patch) });
}
