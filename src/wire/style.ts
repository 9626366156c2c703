/** The style entry: what a catalog knows of a style beside its content (docs/interface.md, 2.4). */
import type { StyleFormat, StyleVersion } from "../model/style.ts";
import { parseEntries } from "./body.ts";
import { renderDate } from "./date.ts";
import {
  optional,
  renderDocument,
  value,
  type Rendering,
  type RenderedDocument,
} from "./document.ts";
import { bodyText, type WireResponse } from "./request.ts";
import { member, memberText, referenceName, type Tree } from "./tree.ts";
import { parseXml, renderXml } from "./xml.ts";

/** Legend graphic of a style. */
export interface Legend {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly onlineResource: string;
}

/** What the document shows; dates are ISO 8601. */
export interface StyleDocument {
  readonly name: string;
  readonly workspace: string | null;
  readonly format: StyleFormat;
  readonly version: StyleVersion;
  readonly fileName: string;
  readonly legend: Legend | null;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly created: string;
  readonly modified: string | null;
}

/** What a client sends. `workspace` "" makes the style global. */
export interface StyleInput {
  readonly name?: string | undefined;
  readonly workspace?: string | undefined;
  readonly format?: string | undefined;
  readonly version?: string | undefined;
  readonly fileName?: string | undefined;
  readonly legend?: Legend | undefined;
  readonly metadata?: ReadonlyMap<string, string> | undefined;
}

/** Renders the entry. */
export function renderStyle(style: StyleDocument, rendering: Rendering): RenderedDocument {
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
      ["dateCreated", value(renderDate(style.created))],
      ["dateModified", optional(style.modified && renderDate(style.modified))],
    ],
    rendering,
  );
}

function legendFields(legend: Legend) {
  const { width, height, format, onlineResource } = legend;
  return [
    ["width", value(width)],
    ["height", value(height)],
    ["format", value(format)],
    ["onlineResource", value(onlineResource)],
  ] as const;
}

/** Reads the content of a `style` body. */
export function parseStyleInput(tree: Tree): StyleInput {
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

function parseLegend(tree: Tree | undefined): Legend | undefined {
  const onlineResource = memberText(tree, "onlineResource");
  if (onlineResource === undefined) return undefined;
  return {
    width: Number(memberText(tree, "width") ?? 0) || 0,
    height: Number(memberText(tree, "height") ?? 0) || 0,
    format: memberText(tree, "format") ?? "",
    onlineResource,
  };
}

/** Reads an entry a server answered with. Throws WireError. */
export function parseStyle(response: WireResponse): StyleInput {
  return parseStyleInput(parseXml(bodyText(response)).content);
}

/** A body that creates or changes an entry; without a file name that follows the name. */
export function renderStyleInput(input: {
  name: string;
  fileName?: string;
  format?: StyleFormat;
}): string {
  const format = input.format === undefined ? {} : { format: input.format };
  const file = input.fileName === undefined ? {} : { filename: input.fileName };
  return renderXml("style", { name: input.name, ...format, ...file });
}
