/** Links to metadata and data in published resources. */
import { links } from "../model/published-parts.ts";
import { asList, member, memberText, members, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

/** Whether GeoServer accepts the address: http, https, ftp, or relative. */
export function isLinkAddress(text: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** Rejects links that servers cannot read. Throws WireError. */
export function checkLinks(body: Tree): void {
  const { metadata, data } = links;
  const found = asList(member(member(body, metadata.path), metadata.item));
  const wrong = found
    .map((link) => memberText(link, "content") ?? "")
    .find((content) => !isLinkAddress(content));
  if (wrong !== undefined) throw new WireError("malformed", `Not a valid URL: ${wrong}`);
  const other = members(member(body, data.path)).find(([name]) => name !== data.item)?.[0];
  if (other !== undefined)
    throw new WireError("malformed", `dataLinks holds ${other}; a link to data is ${data.item}`);
}
