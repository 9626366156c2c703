/** The document by which an account changes its own password (docs/compatibility.md, "Accounts"). */
import { parseBareBody } from "./body.ts";
import { memberWholeText } from "./tree.ts";

/** The new password; undefined when it is missing or blank. Throws WireError. */
export function parseOwnPassword(bytes: Uint8Array, contentType: string): string | undefined {
  const text = memberWholeText(parseBareBody(bytes, contentType), "newPassword");
  return text?.trim() === "" ? undefined : text;
}
