/**
 * Reads list documents, for example `styles` of `style`: only the names count. Stock servers list in
 * no order, another one from request to request; what is planned must not follow it.
 */
import { documentIn } from "./answered-document.ts";
import { compareText } from "../model/address.ts";
import { asList, member, memberText } from "./tree.ts";
import { type WireResponse } from "./request.ts";

/** Names of the members of an XML list document, sorted. Throws WireError. */
export function parseNames(response: WireResponse, memberName: string): readonly string[] {
  const { content } = documentIn(response);
  return asList(member(content, memberName))
    .flatMap((entry) => memberText(entry, "name") ?? [])
    .toSorted(compareText);
}
