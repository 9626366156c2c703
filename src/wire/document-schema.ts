/**
 * Persisted schemas of document databases, as the server shows them: each in the form that
 * readers of this family keep (docs/compatibility.md, "Document databases").
 */
import type { DocumentSchema } from "../model/document-schema.ts";
import type { RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";

const FORMAT_VERSION = "1.0";

/** Renders the schemas of one internal store. JSON only. */
export function renderDocumentSchemas(schemas: readonly DocumentSchema[]): RenderedDocument {
  const document = { format_version: FORMAT_VERSION, schemas };
  return { contentType: mediaTypes.json, text: JSON.stringify(document) };
}
