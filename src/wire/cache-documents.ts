/**
 * Documents of the objects of the tile cache that a PUT replaces as a whole, by their records
 * (docs/compatibility.md, "Tile cache").
 */
import type { CacheNoun, TypedObject, Types } from "../model/cache-noun.ts";
import type { GridSet } from "../model/grid-set.ts";
import type { CacheValue } from "../model/nouns.ts";
import type { Part } from "../model/schema.ts";
import type { RenderedDocument, Rendering } from "./document.ts";
import { parseGridSetInput, renderGridSet } from "./grid-set.ts";
import { parseJson } from "./json.ts";
import { documentFormat } from "./media.ts";
import { decodeText } from "./text.ts";
import { renderTileCacheDocument } from "./tile-cache.ts";
import { memberFlag, members, memberText, memberWholeText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { parseXml } from "./xml.ts";

interface CacheDocument {
  /** What a body says; undefined for another root element. Throws WireError. */
  readonly read: (root: string, content: Tree) => { readonly name: string | undefined } | undefined;
  readonly render: (
    name: string,
    value: CacheValue,
    rendering: Pick<Rendering, "format">,
  ) => RenderedDocument;
}

/** The document of a noun; of those with one root element, there are only grid sets. */
export function cacheDocument({ typed }: Pick<CacheNoun<never, never>, "typed">): CacheDocument {
  if (typed !== undefined) return typedDocument(typed);
  return {
    read: (_root, content) => parseGridSetInput(content),
    render: (name, value, rendering) => renderGridSet(name, value as GridSet, rendering),
  };
}

/** A document whose root element names the type of its object. */
function typedDocument({ end, types }: Types): CacheDocument {
  return {
    read: (root, content) => {
      const type = root.endsWith(end) ? root.slice(0, -end.length) : "";
      const parts = Object.hasOwn(types, type) ? types[type] : undefined;
      if (parts === undefined) return undefined;
      const settings = Object.entries(parts).flatMap(([name, one]) => {
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
    },
    render: (name, value, rendering) => {
      const { type, isDefault, enabled, settings } = value as TypedObject;
      const inOrder = Object.entries(types[type] ?? {}).flatMap(([key, part]) => {
        const text = settings[key];
        return text === undefined ? [] : [{ key, text, typed: typedValue(part, text) }];
      });
      const own = { "@default": String(isDefault), id: name, enabled };
      const xml = { ...own, ...Object.fromEntries(inOrder.map(({ key, text }) => [key, text])) };
      const json = { ...own, ...Object.fromEntries(inOrder.map((one) => [one.key, one.typed])) };
      return renderTileCacheDocument(`${type}${end}`, { xml, json }, rendering);
    },
  };
}

/** The value of a setting, by its type; a placeholder stays a text. */
export function typedValue({ type }: Part, text: string): string | number | boolean {
  const flag = text.toLowerCase();
  if (type === "flag" && (flag === "true" || flag === "false")) return flag === "true";
  const number = Number(text);
  return type === "number" && Number.isFinite(number) ? number : text;
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
