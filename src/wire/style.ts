/** The style entry, without the style's content (docs/interface.md, 2.4). */
import { documentIn } from "./answered-document.ts";
import type { Dated } from "../model/schema.ts";
import type { Legend, Style, StylePatch } from "../model/style.ts";
import { parseEntries } from "./body.ts";
import { dateFields } from "./date.ts";
import {
  optional,
  renderDocument,
  value,
  type Rendering,
  type RenderedDocument,
} from "./document.ts";
import type { KeptSettings } from "./kept-settings.ts";
import { type WireResponse } from "./request.ts";
import { isUnset, member, memberText, memberWholeText, referenceName, type Tree } from "./tree.ts";
import { renderXml } from "./xml.ts";

/** Renders the entry. */
export function renderStyle(
  style: Dated<Omit<Style, "format">> & { readonly format: string },
  rendering: Rendering,
): RenderedDocument {
  const { workspace, legend, metadata } = style;
  return renderDocument(
    "style",
    [
      ["name", value(style.name)],
      [
        "workspace",
        workspace === null ? undefined : { type: "object", fields: [["name", value(workspace)]] },
      ],
      ["format", value(style.format)],
      ["languageVersion", { type: "object", fields: [["version", value(style.version)]] }],
      ["filename", value(style.fileName)],
      ["legend", legend === null ? undefined : { type: "object", fields: legendFields(legend) }],
      ["metadata", metadata && { type: "entries", entries: new Map(Object.entries(metadata)) }],
      ...dateFields(style),
    ],
    rendering,
  );
}

function legendFields(legend: Legend) {
  const { width, height, format, onlineResource } = legend;
  return [
    ["width", value(width)],
    ["height", value(height)],
    ["format", optional(format || undefined)],
    ["onlineResource", optional(onlineResource || undefined)],
  ] as const;
}

/** Parses the content of a `style` body. */
export function parseStyleInput(tree: Tree): StylePatch {
  return {
    name: memberText(tree, "name"),
    workspace: referenceName(member(tree, "workspace")),
    format: memberText(tree, "format"),
    version: memberText(member(tree, "languageVersion"), "version"),
    fileName: memberText(tree, "filename"),
    legend: parseLegend(member(tree, "legend")),
    metadata: parseEntries(member(tree, "metadata")),
  };
}

function parseLegend(tree: Tree | undefined): Legend | null | undefined {
  if (tree !== undefined && isUnset(tree)) return null;
  const onlineResource = memberWholeText(tree, "onlineResource");
  if (onlineResource === undefined) return undefined;
  return {
    width: Number(memberText(tree, "width") ?? 0) || 0,
    height: Number(memberText(tree, "height") ?? 0) || 0,
    format: memberText(tree, "format") ?? "",
    onlineResource,
  };
}

/** Parses a response. Throws WireError. */
export function parseStyle(response: WireResponse): StylePatch {
  return parseStyleInput(documentIn(response).content);
}

/** The body that creates or changes an entry; the file name defaults to the name. */
export function renderStyleInput(name: string, others: KeptSettings): string {
  return renderXml("style", { name, ...others });
}
