/** Reads documents, as far as manifests declare them. */
import { documentIn, type Broken } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Tree } from "../../../wire/tree.ts";
import type { KindContext, Live, WantedObject } from "../../kind.ts";
import { reportBroken } from "../published/broken.ts";
import { workspaceOf } from "../identity/workspace.ts";
import { factsOf } from "../fields/setting-fields.ts";
import {
  KIND_MARKER,
  type DocumentKind,
  type DocumentPaths,
  type DocumentPayload,
} from "./contract.ts";

export async function readDocument(
  { paths }: { readonly paths: DocumentPaths },
  { read }: KindContext,
  address: Address,
): Promise<FoundDocument | undefined> {
  const response = await getIfThere(read, paths.read(address, "xml"));
  if (response === undefined) return undefined;
  const { content, broken } = documentIn(response);
  return { document: content, broken, etag: response.headers["etag"] };
}

/** `broken` tells where the server broke the document off. */
interface FoundDocument {
  readonly document: Tree;
  readonly broken: Broken | undefined;
  readonly etag: string | undefined;
}

export async function observeDocument<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  context: KindContext,
  { address, facts, payload, presence }: WantedObject<DocumentPayload<Declared>>,
): Promise<Live | undefined> {
  const found = await readDocument(about, context, address);
  if (found === undefined) return undefined;
  const { document, broken, etag } = found;
  reportBroken(context.report, address, broken?.message);
  const live = { address, requires: homesOf(about, address, document), etag };
  const foreign = about.foreign?.(document, { address, declared: payload?.declared });
  if (foreign !== undefined) {
    // Where nothing is wanted, a document of another kind is not the one that this kind once made.
    const isLooked = facts !== undefined || presence === true;
    return isLooked ? { ...live, facts: { [KIND_MARKER]: foreign } } : undefined;
  }
  const shown = shownOf(about, found, { address, facts, payload });
  const always = { [KIND_MARKER]: about.noun, ...about.always?.(document) };
  const inside = presence ? {} : await about.inside?.(context, address);
  return { ...live, facts: { ...shown, ...always, ...inside } };
}

function homesOf<Spec, Declared>(
  { livesIn }: DocumentKind<Spec, Declared>,
  address: Address,
  document: Tree,
): readonly Address[] {
  return livesIn?.(address, document) ?? workspaceOf(address);
}

/** The element at which a document breaks off shows nothing. */
function shownOf<Spec, Declared>(
  { fields }: DocumentKind<Spec, Declared>,
  { document, broken }: FoundDocument,
  { address, facts, payload }: WantedObject<DocumentPayload<Declared>>,
) {
  return factsOf(fields(), (field, name) => {
    const wanted = facts?.[name];
    if (wanted === undefined || name === broken?.element) return undefined;
    return field.shown(document, { address, wanted, declared: payload?.declared });
  });
}
