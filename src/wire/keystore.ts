/** The keystore password document (docs/interface.md, 2.9). */
import { parseBareBody } from "./body.ts";
import type { DocumentFormat, RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";
import { memberText, type Tree } from "./tree.ts";
import { renderIndentedXml } from "./xml.ts";

/** Renders the document with the password in force. */
export function renderKeystorePassword(password: string, format: DocumentFormat): RenderedDocument {
  const content = { oldMasterPassword: password };
  if (format === "json") return { contentType: mediaTypes.json, text: JSON.stringify(content) };
  return { contentType: mediaTypes.xml, text: renderIndentedXml("masterPassword", content) };
}

/** The change that a client asks for; what is missing or blank is undefined. Throws WireError. */
export function parseKeystorePasswordChange(
  bytes: Uint8Array,
  contentType: string,
): { readonly old: string | undefined; readonly next: string | undefined } {
  const tree = parseBareBody(bytes, contentType);
  return { old: filled(tree, "oldMasterPassword"), next: filled(tree, "newMasterPassword") };
}

function filled(tree: Tree, key: string): string | undefined {
  const text = memberText(tree, key);
  return text === "" ? undefined : text;
}
