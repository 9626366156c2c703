/** Reads documents, as far as manifests say something about them. */
import type { Address } from "../../../model/address.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { bodyText } from "../../../wire/request.ts";
import type { Tree } from "../../../wire/tree.ts";
import { parseXml } from "../../../wire/xml.ts";
import type { KindContext, Live, Wanted } from "../../kind.ts";
import { workspaceOf } from "../identity/workspace.ts";
import {
  KIND_MARKER,
  type DocumentKind,
  type DocumentPaths,
  type DocumentPayload,
} from "./contract.ts";

/** The document of an address, with its ETag; undefined when it is not there. */
export async function readDocument(
  { paths }: { readonly paths: DocumentPaths },
  { read }: KindContext,
  address: Address,
): Promise<{ readonly document: Tree; readonly etag: string | undefined } | undefined> {
  const response = await getIfThere(read, paths.read(address, "xml"));
  if (response === undefined) return undefined;
  return { document: parseXml(bodyText(response)).content, etag: response.headers["etag"] };
}

/** Reads one object; undefined when it is not there. */
export async function observeDocument<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  context: KindContext,
  { address, facts, payload, presence }: Wanted<DocumentPayload<Declared>>,
): Promise<Live | undefined> {
  const found = await readDocument(about, context, address);
  if (found === undefined) return undefined;
  const { document, etag } = found;
  const live = {
    address,
    requires: about.livesIn?.(address, document) ?? workspaceOf(address),
    etag,
  };
  const foreign = about.foreign?.(document, { address, declared: payload?.declared });
  if (foreign !== undefined) {
    // What another kind declares there now is not what this one made once.
    if (facts === undefined && presence !== true) return undefined;
    return { ...live, facts: { [KIND_MARKER]: foreign } };
  }
  const shown = Object.entries(about.fields).flatMap(([name, field]) => {
    const wanted = facts?.[name];
    if (wanted === undefined) return [];
    const fact = field.shown(document, { address, wanted, declared: payload?.declared });
    return fact === undefined ? [] : [[name, fact] as const];
  });
  const inside = presence ? {} : await about.inside?.(context, address);
  return {
    ...live,
    facts: {
      [KIND_MARKER]: about.noun,
      ...Object.fromEntries(shown),
      ...about.always?.(document),
      ...inside,
    },
  };
}
