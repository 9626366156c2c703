/**
 * Parses names in list documents, for example `styles` of `style`. They are sorted, because
 * GeoServer's order varies between requests and plans must not.
 */
import { documentIn } from "./answered-document.ts";
import { compareText } from "../model/address.ts";
import { asList, member, memberText } from "./tree.ts";
import { getIfThere } from "./reading.ts";
import type { Reader, WireResponse } from "./request.ts";

/** Sorted names of the XML list at a path; none without one. Throws ReadError, WireError. */
export async function namesAt(
  read: Reader,
  path: string,
  memberName: string,
): Promise<readonly string[]> {
  const response = await getIfThere(read, path);
  return response === undefined ? [] : parseNames(response, memberName);
}

/** Sorted names of an XML list document. Throws WireError. */
export function parseNames(response: WireResponse, memberName: string): readonly string[] {
  const { content } = documentIn(response);
  return asList(member(content, memberName))
    .flatMap((entry) => memberText(entry, "name") ?? [])
    .toSorted(compareText);
}
