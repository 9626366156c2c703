/**
 * Documents of the objects of the tile cache that a PUT replaces as a whole, by their records
 * (docs/compatibility.md, "Tile cache").
 */
import type { CacheRecord, CacheValues } from "../model/nouns.ts";
import { readBlobStore, renderBlobStore } from "./blob-store.ts";
import type { RenderedDocument, Rendering } from "./document.ts";
import { parseGridSetInput, renderGridSet } from "./grid-set.ts";
import { parseJson } from "./json.ts";
import { documentFormat } from "./media.ts";
import { decodeText } from "./text.ts";
import { members, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { parseXml } from "./xml.ts";

interface CacheDocument<Value> {
  /** What a body says; undefined for another root element. Throws WireError. */
  readonly read: (root: string, content: Tree) => { readonly name: string | undefined } | undefined;
  readonly render: (name: string, value: Value, rendering: Rendering) => RenderedDocument;
}

const documents: { readonly [Record in CacheRecord]: CacheDocument<CacheValues[Record]> } = {
  "grid-set": { read: (_root, content) => parseGridSetInput(content), render: renderGridSet },
  "blob-store": { read: readBlobStore, render: renderBlobStore },
};

/** The document of a record. */
export function cacheDocument(record: CacheRecord) {
  return documents[record] as CacheDocument<CacheValues[CacheRecord]>;
}

/** A body whose root element names its type: that element, and its content. Throws WireError. */
export function typedBody(bytes: Uint8Array, contentType: string): readonly [string, Tree] {
  const body = decodeText(bytes, contentType);
  if (documentFormat(contentType) !== "json") {
    const { root, content } = parseXml(body);
    return [root, content];
  }
  const [root, ...others] = members(parseJson(body));
  if (root !== undefined && others.length === 0) return root;
  const message = "The JSON body has one member, called as the type of the store";
  throw new WireError("malformed", message);
}
