/** Stored schemas in GeoServer's format (docs/compatibility.md, "Document databases"). */
import type { DocumentSchema } from "../model/document-schema.ts";
import type { RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";

const FORMAT_VERSION = "1.0";

/** The schemas of one internal store, in JSON only. */
export function renderDocumentSchemas(schemas: readonly DocumentSchema[]): RenderedDocument {
  const document = { format_version: FORMAT_VERSION, schemas };
  return { contentType: mediaTypes.json, text: JSON.stringify(document) };
}
