/** The document that changes an account's own password (docs/compatibility.md, "Accounts"). */
import { parseBareBody } from "./body.ts";
import { memberWholeText } from "./tree.ts";

/** Undefined for a missing or blank password. Throws WireError. */
export function parseOwnPassword(bytes: Uint8Array, contentType: string): string | undefined {
  const text = memberWholeText(parseBareBody(bytes, contentType), "newPassword");
  return text?.trim() === "" ? undefined : text;
}
