/** The blob store document, whose root names the type (docs/compatibility.md, "Tile cache"). */
import type { Part } from "../model/schema.ts";
import { documentIn } from "./answered-document.ts";
import {
  blobStoreTypes,
  settingsOfType,
  TYPE_END,
  type BlobStore,
  type BlobStoreType,
} from "../model/blob-store.ts";
import type { RenderedDocument, Rendering } from "./document.ts";
import { type WireResponse } from "./request.ts";
import { renderTileCacheDocument, tileCacheXml } from "./tile-cache.ts";
import { memberFlag, memberText, memberWholeText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

export type NamedBlobStore = BlobStore & { readonly name: string | undefined };

/** Parses a response in XML. Throws WireError. */
export function parseBlobStore(response: WireResponse): BlobStore {
  const { root, content } = documentIn(response);
  const found = readBlobStore(root, content);
  if (found !== undefined) return found;
  throw new WireError("meaningless", `${root} is no type of blob stores that is known here`);
}

/** Undefined for another type of element. */
export function readBlobStore(root: string, content: Tree): NamedBlobStore | undefined {
  const type = root.endsWith(TYPE_END) ? root.slice(0, -TYPE_END.length) : "";
  if (!isType(type)) return undefined;
  const settings = Object.entries(settingsOfType(type)).flatMap(([name, one]) => {
    const isText = one.type === "text" && one.values === undefined;
    const text = (isText ? memberWholeText(content, name) : memberText(content, name)) ?? "";
    return text === "" ? [] : [[name, text] as const];
  });
  return {
    name: memberText(content, "id") || undefined,
    type,
    isDefault: memberFlag(content, "@default") ?? false,
    enabled: memberFlag(content, "enabled") ?? false,
    settings: Object.fromEntries(settings),
  };
}

function isType(type: string): type is BlobStoreType {
  return Object.hasOwn(blobStoreTypes, type);
}

/** Renders a blob store. */
export function renderBlobStore(
  name: string,
  store: BlobStore,
  rendering: Pick<Rendering, "format">,
): RenderedDocument {
  const xml = membersOf(name, store);
  const typed = Object.entries(store.settings).map(([key, text]) => {
    return [key, blobValue(settingsOfType(store.type)[key], text)] as const;
  });
  const json = { ...xml, ...Object.fromEntries(typed) };
  return renderTileCacheDocument(rootOf(store), { xml, json }, rendering);
}

/** The body that creates or replaces a blob store. */
export function renderBlobStoreInput(name: string, store: BlobStore): string {
  return tileCacheXml(rootOf(store), membersOf(name, store));
}

function rootOf({ type }: BlobStore): string {
  return `${type}${TYPE_END}`;
}

function membersOf(name: string, { type, isDefault, enabled, settings }: BlobStore) {
  const inOrder = Object.keys(settingsOfType(type)).flatMap((key) => {
    const text = settings[key];
    return text === undefined ? [] : [[key, text] as const];
  });
  return { "@default": String(isDefault), id: name, enabled, ...Object.fromEntries(inOrder) };
}

/** The value of a setting, by its type; a placeholder stays a text. */
export function blobValue(setting: Part | undefined, text: string): string | number | boolean {
  const flag = text.toLowerCase();
  if (setting?.type === "flag" && (flag === "true" || flag === "false")) return flag === "true";
  const number = Number(text);
  return setting?.type === "number" && Number.isFinite(number) ? number : text;
}
