/** Manifests for tile layers: what somebody set of those that servers make by themselves. */
import { splitQualifiedName } from "../../../model/layer.ts";
import {
  usualThreshold,
  type GridSubset,
  type ParameterFilter,
  type TileLayer,
} from "../../../model/tile-layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { parseNames } from "../../../wire/list.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Declare } from "../../kind.ts";
import { declareEach, goneMeanwhile } from "../declare/each.ts";
import { readTiles, TILE_LAYER_KIND, unusualIn, usualTiles } from "../published/tile-layer.ts";

/** Declares the tile layers of a workspace, or those of global layer groups. */
export const declareTileLayers: Declare = async (context, place) => {
  const { workspace } = place;
  const list = await getIfThere(context.read, pathTo("tileLayers", {}, "xml"));
  const names = list === undefined ? [] : parseNames(list, "layer").map(splitQualifiedName);
  const addresses = names
    .filter((one) => one.workspace === workspace)
    .map((one) => ({ kind: TILE_LAYER_KIND, ...one }));
  const usual = await usualTiles(context);
  return declareEach(addresses, place, async (address) => {
    const found = await readTiles(context, address);
    if (found === undefined) return goneMeanwhile(address);
    const fields = unusualIn(found.layer, usual);
    if (fields.length === 0)
      return { address, reason: "It comes with its layer or layer group", everywhere: true };
    const { kind, name } = address;
    return { kind, workspace, name, ...declared(found.layer, new Set(fields)) };
  });
};

function declared(layer: TileLayer, fields: ReadonlySet<string>) {
  const others = layer.filters.filter(({ type }) => type === "other");
  const sayable = fields.has("filters") && others.length === 0;
  const expire = {
    ...(fields.has("serverExpiry") ? { server: layer.expireCache } : {}),
    ...(fields.has("clientExpiry") ? { clients: layer.expireClients } : {}),
    ...(fields.has("zoomExpiry")
      ? {
          zooms: layer.expireRules.map(({ minZoom, expiration }) => ({
            from: minZoom,
            seconds: expiration,
          })),
        }
      : {}),
  };
  const said: Readonly<Record<string, unknown>> = {
    enabled: layer.enabled,
    formats: layer.formats,
    gridsets: Object.fromEntries(layer.gridSubsets.map((one) => [one.gridSet, subsetSpec(one)])),
    metatiles: layer.metaTiles.some((size) => size < 1) ? undefined : layer.metaTiles,
    gutter: layer.gutter,
    filters: sayable ? filterSpecs(layer.filters) : undefined,
    blobStore: layer.blobStore ?? "",
    skipWarnings: layer.warningSkips,
  };
  const spec = Object.entries(said).filter(([name, one]) => fields.has(name) && one !== undefined);
  return {
    spec: { ...Object.fromEntries(spec), ...(Object.keys(expire).length === 0 ? {} : { expire }) },
    notes: others.map(({ key }) => `the parameter filter ${key}, of a type that no field says`),
  };
}

function subsetSpec({ zoomStart, zoomStop, minCachedLevel, maxCachedLevel }: GridSubset) {
  const levels = (from: number | undefined, to: number | undefined) =>
    from === undefined && to === undefined ? undefined : [from ?? null, to ?? null];
  const said = {
    zoom: levels(zoomStart, zoomStop),
    cached: levels(minCachedLevel, maxCachedLevel),
  };
  return Object.fromEntries(Object.entries(said).filter(([, one]) => one !== undefined));
}

function filterSpecs(filters: readonly ParameterFilter[]) {
  return Object.fromEntries(filters.map((filter) => [filter.key, filterSpec(filter)]));
}

function filterSpec(filter: ParameterFilter): Readonly<Record<string, unknown>> {
  const usual = filter.defaultValue === "" ? {} : { default: filter.defaultValue };
  switch (filter.type) {
    case "style":
      return { styles: filter.styles ?? "all", ...usual };
    case "regex":
      return { regex: filter.regex, ...usual, ...normalizeSpec(filter) };
    case "string":
      return { values: filter.values, ...usual, ...normalizeSpec(filter) };
    case "other":
      return {};
    case "float":
    case "integer":
      break;
  }
  const { type, values, threshold } = filter;
  return {
    [`${type}s`]: values,
    ...(threshold === usualThreshold[type] ? {} : { threshold }),
    ...usual,
  };
}

function normalizeSpec({
  normalize,
}: Extract<ParameterFilter, { type: "regex" | "string" }>): Readonly<Record<string, unknown>> {
  if (normalize === undefined) return {};
  const { case: letters, locale } = normalize;
  return { case: letters, ...(locale === undefined ? {} : { locale }) };
}
