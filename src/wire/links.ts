/** Links to metadata and to data in the documents of what is published. */
import { asList, member, memberText, members, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

/** Name of the element of a link to data: servers of this family know no shorter one. */
const DATA_LINK = "org.geoserver.catalog.impl.DataLinkInfoImpl";

/** Lists of links in documents. */
export const linkLists = {
  metadata: { element: "metadataLinks", item: "metadataLink" },
  data: { element: "dataLinks", item: DATA_LINK },
} as const;

/** Whether a text is an address that servers take: of http, https or ftp, or relative. */
export function isLinkAddress(text: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** Refuses a body with links that servers cannot read. Throws WireError. */
export function checkLinks(body: Tree): void {
  const metadata = asList(member(member(body, linkLists.metadata.element), "metadataLink"));
  const wrong = metadata
    .map((link) => memberText(link, "content") ?? "")
    .find((content) => !isLinkAddress(content));
  if (wrong !== undefined) throw new WireError("malformed", `Not a valid URL: ${wrong}`);
  const other = members(member(body, linkLists.data.element)).find(
    ([name]) => name !== DATA_LINK,
  )?.[0];
  if (other !== undefined)
    throw new WireError("malformed", `dataLinks holds ${other}; a link to data is ${DATA_LINK}`);
}
