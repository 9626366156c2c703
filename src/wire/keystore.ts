/** The keystore password document (docs/interface.md, 2.9). */
import { parseBareBody } from "./body.ts";
import type { DocumentFormat, RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";
import type { WireResponse } from "./request.ts";
import { memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { renderIndentedXml, renderXml } from "./xml.ts";

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

/** Renders the body of a change. */
export function renderKeystorePasswordChange(change: {
  readonly old: string;
  readonly next: string;
}): string {
  const { old, next } = change;
  return renderXml("masterPassword", { oldMasterPassword: old, newMasterPassword: next });
}

/**
 * The password that a server answers with. Throws WireError without a word of what was read:
 * parsers quote what they stumble over.
 */
export function parseKeystorePassword({ body, headers }: WireResponse): string {
  const text = textInside(body, headers["content-type"] ?? mediaTypes.xml);
  if (text !== undefined) return text;
  throw new WireError("malformed", "The answer holds no keystore password");
}

function textInside(body: Uint8Array, contentType: string): string | undefined {
  try {
    return filled(parseBareBody(body, contentType), "oldMasterPassword");
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

function filled(tree: Tree, key: string): string | undefined {
  const text = memberText(tree, key);
  return text === "" ? undefined : text;
}
