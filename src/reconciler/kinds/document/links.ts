/** Links to metadata and to data. */
import { links } from "../../../model/published-parts.ts";
import { partHandler } from "../fields/parts.ts";
import { within } from "../fields/records.ts";

export function linksHandler(which: keyof typeof links) {
  return within("links", which, partHandler(which, links[which]));
}
