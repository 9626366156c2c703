/** Facts of tile layers: flat, with texts for grid sets and filters. */
import { compareText } from "../../../model/address.ts";
import { defined } from "../../../model/defined.ts";
import type { GridSubset, ParameterFilter, TileLayerPatch } from "../../../model/tile-layer.ts";
import { isSet, type Facts, type FieldRule } from "../../kind.ts";

/** Tiles show nothing that their layer does not show, so no field has an exposure. */
export const tileLayerRules = {
  enabled: { onChange: "update" },
  formats: { onChange: "update" },
  gridsets: { onChange: "update" },
  metatiles: { onChange: "update" },
  gutter: { onChange: "update" },
  serverExpiry: { onChange: "update", label: "expire.server" },
  clientExpiry: { onChange: "update", label: "expire.clients" },
  zoomExpiry: { onChange: "update", label: "expire.zooms" },
  filters: { onChange: "update" },
  blobStore: { onChange: "update" },
  skipWarnings: { onChange: "update" },
  styles: { onChange: "update", label: "styles that its tiles show", gainsOnly: true },
  granules: { onChange: "update", label: "granules that its tiles show", gainsOnly: true },
} as const satisfies Readonly<Record<string, FieldRule>>;

/** Facts that are only remembered, with what changes then: tiles that show the former are stale. */
export const STALE = { styles: "whose styles change", granules: "whose granules change" } as const;

export const SET: readonly string[] = Object.keys(tileLayerRules).filter((one) => !(one in STALE));

export type ExtentsOf = (gridSet: string) => boolean;

export function tileFacts(layer: TileLayerPatch, extents: ExtentsOf): Facts {
  const { blobStore, metaTiles, expireRules } = layer;
  return defined({
    enabled: layer.enabled,
    formats: layer.formats && inOrder(layer.formats),
    gridsets:
      layer.gridSubsets && inOrder(layer.gridSubsets.map((one) => subsetText(one, extents))),
    metatiles: metaTiles && metaTiles.join(" × "),
    gutter: layer.gutter,
    serverExpiry: layer.expireCache,
    clientExpiry: layer.expireClients,
    zoomExpiry:
      expireRules &&
      inOrder(expireRules.map(({ minZoom, expiration }) => `from ${minZoom}: ${expiration} s`)),
    filters: layer.filters && inOrder(layer.filters.map(filterText)),
    blobStore: blobStore === undefined ? undefined : (blobStore ?? ""),
    skipWarnings: layer.warningSkips && inOrder(layer.warningSkips),
  });
}

function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted(compareText);
}

const EXTENT = " within ";

function subsetText(one: GridSubset, extents: ExtentsOf): string {
  const { gridSet, extent, zoomStart, zoomStop, minCachedLevel, maxCachedLevel } = one;
  return [
    gridSet,
    ...levelsText("zoom", zoomStart, zoomStop),
    ...levelsText("cached", minCachedLevel, maxCachedLevel),
    ...(extent !== undefined && extents(gridSet) ? [`${EXTENT.trim()} ${extent.join(", ")}`] : []),
  ].join(" ");
}

function levelsText(
  word: string,
  from: number | undefined,
  to: number | undefined,
): readonly string[] {
  return from === undefined && to === undefined ? [] : [`${word} ${from ?? ""}–${to ?? ""}`];
}

export function gridSetIn(text: string): string {
  return text.replace(/(?: zoom \d*–\d*)?(?: cached \d*–\d*)?(?: within [-+.,\de ]+)?$/, "");
}

export function extentsIn(facts: Facts | undefined): ExtentsOf {
  const texts = facts?.["gridsets"];
  const said = isSet(texts) ? texts.filter((text) => text.includes(EXTENT)).map(gridSetIn) : [];
  return (gridSet) => said.includes(gridSet);
}

function filterText(filter: ParameterFilter): string {
  const { key, defaultValue } = filter;
  const usual = isNumeric(filter) ? numberText(defaultValue) : defaultValue;
  const ending = usual === "" ? "" : `, else ${usual}`;
  return `${key}: ${valuesText(filter)}${ending}`;
}

function isNumeric({ type }: ParameterFilter): boolean {
  return type === "float" || type === "integer";
}

function numberText(text: string): string {
  const number = Number(text);
  return text === "" || Number.isNaN(number) ? text : String(number);
}

function valuesText(filter: ParameterFilter): string {
  switch (filter.type) {
    case "style":
      return filter.styles === undefined ? "all styles" : `styles ${listText(filter.styles)}`;
    case "regex":
      return `regex ${filter.regex}${normalizeText(filter)}`;
    case "string":
      return `values ${listText(filter.values)}${normalizeText(filter)}`;
    case "other":
      return `${filter.element} ${JSON.stringify(filter.content)}`;
    case "float":
    case "integer":
      break;
  }
  const { type, values, threshold } = filter;
  return `${type}s ${listText(values.map(String))} ± ${threshold}`;
}

function listText(texts: readonly string[]): string {
  return inOrder(texts).join(" | ");
}

function normalizeText({
  normalize,
}: Extract<ParameterFilter, { type: "regex" | "string" }>): string {
  if (normalize === undefined) return "";
  const { case: letters, locale = "" } = normalize;
  return ` in ${letters}${locale === "" ? "" : ` (${locale})`}`;
}
