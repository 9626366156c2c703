/** Identity of file contents: the meaning of XML, the bytes of everything else. */
import { digestOf } from "../model/digest.ts";
import { byteIdentity, hasMeaning, xmlIdentity } from "../model/object-digest.ts";
import { canonicalDigest } from "./canonical-xml.ts";
import { WireError } from "./wire-error.ts";

/** The extension of `path` decides whether the content is XML. */
export function contentIdentity(path: string, bytes: Uint8Array): string {
  if (!hasMeaning(path, bytes.byteLength)) return byteIdentity(digestOf(bytes));
  try {
    return xmlIdentity(canonicalDigest(bytes));
  } catch (error) {
    if (error instanceof WireError) return byteIdentity(digestOf(bytes));
    throw error;
  }
}
