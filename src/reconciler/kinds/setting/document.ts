/** Reads documents of settings. */
import type { Address } from "../../../model/address.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { bodyText } from "../../../wire/request.ts";
import type { Tree } from "../../../wire/tree.ts";
import { parseXml } from "../../../wire/xml.ts";
import type { KindContext } from "../../kind.ts";
import type { SettingsKind } from "./contract.ts";

/** A document, with its ETag; undefined where it is not there. */
export async function readSettingsDocument(
  { place, isOwn }: SettingsKind,
  { read }: KindContext,
  address: Address,
): Promise<{ readonly document: Tree; readonly etag: string | undefined } | undefined> {
  const response = await getIfThere(read, place(address).read);
  if (response === undefined) return undefined;
  const document = parseXml(bodyText(response)).content;
  const isStandIn = address.workspace !== null && isOwn !== undefined && !isOwn(document);
  return isStandIn ? undefined : { document, etag: response.headers["etag"] };
}
