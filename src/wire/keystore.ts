/** The keystore password document (docs/interface.md, 2.9). */
import { parseBareBody } from "./body.ts";
import type { DocumentFormat, RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";
import type { WireResponse } from "./request.ts";
import { memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { renderIndentedXml, renderXml } from "./xml.ts";

/** Renders the current password. */
export function renderKeystorePassword(password: string, format: DocumentFormat): RenderedDocument {
  const content = { oldMasterPassword: password };
  if (format === "json") return { contentType: mediaTypes.json, text: JSON.stringify(content) };
  return { contentType: mediaTypes.xml, text: renderIndentedXml("masterPassword", content) };
}

/** Parses a change; missing and blank values are undefined. Throws WireError. */
export function parseKeystorePasswordChange(
  bytes: Uint8Array,
  contentType: string,
): { readonly old: string | undefined; readonly next: string | undefined } {
  const tree = parseBareBody(bytes, contentType);
  return { old: filled(tree, "oldMasterPassword"), next: filled(tree, "newMasterPassword") };
}

/** The body of a change. */
export function renderKeystorePasswordChange(change: {
  readonly old: string;
  readonly next: string;
}): string {
  const { old, next } = change;
  return renderXml("masterPassword", { oldMasterPassword: old, newMasterPassword: next });
}

/** The WireError quotes nothing of the response, which contains the password. */
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
