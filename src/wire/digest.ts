/** The digest document: names and digests of the objects of one kind in one scope, in JSON. */
import type { DigestKind, ScopeDigests } from "../model/object-digest.ts";
import type { RenderedDocument } from "./document.ts";
import { mediaTypes } from "./media.ts";
import { pathOf } from "./paths.ts";
import { expectFound, get } from "./reading.ts";
import { bodyText, type Reader, type WireResponse } from "./request.ts";
import { WireError } from "./wire-error.ts";

/** Renders the document. */
export function renderDigests(
  scope: { readonly kind: DigestKind; readonly workspace: string | null },
  { digests, exact, files }: ScopeDigests,
): RenderedDocument {
  const { kind, workspace } = scope;
  const body = {
    kind,
    workspace,
    digests: Object.fromEntries(digests),
    exact: Object.fromEntries(exact),
    files: Object.fromEntries(files),
  };
  return { contentType: mediaTypes.json, text: JSON.stringify(body) };
}

/** Reads a document a server answered with. Throws WireError. */
function parseDigests(response: WireResponse): ScopeDigests {
  const body = parse(bodyText(response));
  return {
    digests: textMap(body, "digests"),
    exact: textMap(body, "exact"),
    files: textMap(body, "files"),
  };
}

function parse(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null) return parsed;
  } catch {
    // What is no JSON is refused below, as JSON that is no object.
  }
  throw new WireError("malformed", "The digests of the server cannot be read");
}

/** Names are texts of users, so only members of the object itself count. */
function textMap(body: object, key: string): ReadonlyMap<string, string> {
  const found: unknown = Object.getOwnPropertyDescriptor(body, key)?.value;
  if (typeof found !== "object" || found === null) return new Map();
  return new Map(Object.entries(found).map(([name, text]) => [name, String(text)]));
}

/**
 * Digests of one kind and scope; undefined when the server has no such document. Ask only a
 * server that says it has one. Throws ReadError, WireError.
 */
export async function readDigests(
  read: Reader,
  kind: DigestKind,
  workspace: string | null,
): Promise<ScopeDigests | undefined> {
  const path = pathOf("digest", {});
  const query = { kind, ...(workspace === null ? {} : { workspace }) };
  const response = await get(read, path, { query });
  return response.status === 404 ? undefined : parseDigests(expectFound(response, path));
}
