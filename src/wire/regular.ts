/** Documents of regular nouns (`model/regular-noun.ts`). */
import type { Dated } from "../model/schema.ts";
import type { RegularObject } from "../model/regular-noun.ts";
import type { AnyRegularNoun } from "../model/regular-nouns.ts";
import { renderNoun } from "./codec.ts";
import { dateFields } from "./date.ts";
import type { RenderedDocument, Rendering } from "./document.ts";

/** Renders an object, with dates if its document has them. */
export function renderRegular(
  { document }: AnyRegularNoun,
  found: Dated<RegularObject>,
  rendering: Rendering,
): RenderedDocument {
  const irregular = document.elements.has("dateCreated") ? dateFields(found) : [];
  return renderNoun(document, { noun: found, irregular, kept: found.details ?? {} }, rendering);
}
