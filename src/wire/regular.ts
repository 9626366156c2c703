/** Documents of regular nouns (`model/noun.ts`). */
import type { Dated } from "../model/schema.ts";
import type { PlainObject } from "../model/noun.ts";
import type { AnyPlainNoun } from "../model/nouns.ts";
import { renderNoun } from "./codec.ts";
import { dateFields } from "./date.ts";
import type { RenderedDocument, Rendering } from "./document.ts";

/** Renders an object, with dates if its document has them. */
export function renderRegular(
  { document }: AnyPlainNoun,
  found: Dated<PlainObject>,
  rendering: Rendering,
): RenderedDocument {
  const irregular = document.elements.has("dateCreated") ? dateFields(found) : [];
  return renderNoun(document, { noun: found, irregular, kept: found.details ?? {} }, rendering);
}
