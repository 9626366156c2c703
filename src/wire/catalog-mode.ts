/** The catalog mode document (docs/interface.md, 2.9). */
import { documentIn } from "./answered-document.ts";
import type { CatalogMode } from "../model/catalog-mode.ts";
import { parseBareBody } from "./body.ts";
import type { DocumentFormat, RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";
import { type WireResponse } from "./request.ts";
import { memberText } from "./tree.ts";
import { renderIndentedXml, renderXml } from "./xml.ts";

/** Renders the mode. */
export function renderCatalogMode(mode: CatalogMode, format: DocumentFormat): RenderedDocument {
  if (format === "json") return { contentType: mediaTypes.json, text: JSON.stringify({ mode }) };
  return { contentType: mediaTypes.xml, text: renderIndentedXml("catalog", { mode }) };
}

/** Parses a request body; undefined when the element is missing. Throws WireError. */
export function parseCatalogModeInput(bytes: Uint8Array, contentType: string): string | undefined {
  return memberText(parseBareBody(bytes, contentType), "mode");
}

/** Parses a response. Throws WireError. */
export function parseCatalogModeDocument(response: WireResponse): string | undefined {
  return memberText(documentIn(response).content, "mode");
}

/** The body that sets the mode. */
export function renderCatalogModeInput(mode: CatalogMode): string {
  return renderXml("catalog", { mode });
}
