/** Links to metadata and data in published resources. */
import { asList, member, memberText, members, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

/** GeoServer knows no shorter element name. */
const DATA_LINK = "org.geoserver.catalog.impl.DataLinkInfoImpl";

/** Elements of link lists. */
export const linkLists = {
  metadata: { element: "metadataLinks", item: "metadataLink" },
  data: { element: "dataLinks", item: DATA_LINK },
} as const;

/** Whether GeoServer accepts the address: http, https, ftp, or relative. */
export function isLinkAddress(text: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** Rejects links that servers cannot read. Throws WireError. */
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
