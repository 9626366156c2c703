/** Declares user settings of tile layers, which servers create by themselves. */
import { defined } from "../../../model/defined.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import {
  usualThreshold,
  type GridSubset,
  type ParameterFilter,
  type TileLayer,
} from "../../../model/tile-layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { parseNames, namesAt } from "../../../wire/list.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { member } from "../../../wire/tree.ts";
import { readGroupNames } from "../../../wire/layer-group-settings.ts";
import type { Declare, KindContext } from "../../kind.ts";
import { declareEach, goneMeanwhile, NOTHING } from "../declare/each.ts";
import {
  automaticTiles,
  readTiles,
  TILE_LAYER_KIND,
  unusualIn,
  usualTiles,
  type UsualTiles,
} from "../published/tile-layer.ts";

/** Declares the tile layers of a workspace, or those of global layer groups. */
export const declareTileLayers: Declare = async (context, place) => {
  const { workspace, statedOnly } = place;
  const list = await getIfThere(context.read, pathTo("tileLayers", {}, "xml"));
  if (list === undefined) return NOTHING;
  const names = parseNames(list, "layer").map(splitQualifiedName);
  const there = new Set(
    names.flatMap(({ workspace: scope, name }) => (scope === workspace ? [name] : [])),
  );
  const tiled = await tiledIn(context, workspace);
  // Another server may give new tile layers other settings.
  const usual = statedOnly ? automaticTiles : await usualTiles(context);
  const found = await declareEach(addressesOf(workspace, there), place, async (address) => {
    const tiles = await readTiles(context, address);
    if (tiles === undefined) return goneMeanwhile(address);
    const own = usualOf(usual, tiled.get(address.name));
    // A running server shows the extents that it computes.
    const fields = unusualIn(tiles.layer, own, () => statedOnly);
    const others = unsaid(tiles.layer);
    if (fields.length === 0 && others.length === 0)
      return { address, reason: "It comes with its layer or layer group", everywhere: true };
    const { spec, notes } = declared(tiles.layer, { fields: new Set(fields), statedOnly });
    return { ...address, spec, notes: [...notes, ...others] };
  });
  const gone = [...tiled.keys()].filter((name) => !there.has(name));
  const { undeclared } = await declareEach(addressesOf(workspace, gone), place, async (address) =>
    (await isDrawn(context, address))
      ? { address, reason: REMOVED, onPurpose: true as const }
      : { address, reason: "A layer that nothing draws has none", everywhere: true as const },
  );
  return { ...found, undeclared: [...found.undeclared, ...undeclared] };
};

const REMOVED =
  "There is no tile layer of it, which no manifest says; a new catalog makes one of whatever has a geometry";

/** Servers give no style to types without geometry. Layer groups are drawn. */
async function isDrawn({ read }: KindContext, { workspace, name }: Address): Promise<boolean> {
  if (workspace === null) return true;
  const found = await getIfThere(read, pathTo("workspaceLayer", { workspace, layer: name }, "xml"));
  if (found === undefined) return true;
  return member(documentIn(found).content, "defaultStyle") !== undefined;
}

function addressesOf(workspace: string | null, names: Iterable<string>): readonly Address[] {
  return [...names].map((name) => ({ kind: TILE_LAYER_KIND, workspace, name }));
}

async function tiledIn(
  { read }: KindContext,
  workspace: string | null,
): Promise<ReadonlyMap<string, "layer" | "group">> {
  const groups = await readGroupNames(read, workspace);
  const path = workspace === null ? undefined : pathTo("workspaceLayers", { workspace }, "xml");
  const layers = path === undefined ? [] : await namesAt(read, path, "layer");
  return new Map([
    ...groups.map((name) => [name, "group"] as const),
    ...layers.map((name) => [name, "layer"] as const),
  ]);
}

/** Returns all usual settings for an unknown type. */
function usualOf(usual: UsualTiles, of: "layer" | "group" | undefined): UsualTiles {
  const { vector, coverage, group } = usual;
  if (of === "group") return { vector: group, coverage: group, group };
  return of === "layer" ? { vector, coverage, group: vector } : usual;
}

function declared(
  layer: TileLayer,
  { fields, statedOnly }: { readonly fields: ReadonlySet<string>; readonly statedOnly: boolean },
) {
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
    gridsets: Object.fromEntries(
      layer.gridSubsets.map((one) => [
        one.gridSet,
        { ...subsetSpec(one), ...(statedOnly && one.extent && { extent: one.extent }) },
      ]),
    ),
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

/** Elements of other versions, with their default values. */
const USUAL: Readonly<Record<string, string>> = { inMemoryCached: "true" };

function unsaid({ details = {} }: TileLayer): readonly string[] {
  return Object.entries(details).flatMap(([name, detail]) =>
    typeof detail !== "object" && ["", USUAL[name]].includes(String(detail)) ? [] : [name],
  );
}

function subsetSpec({ zoomStart, zoomStop, minCachedLevel, maxCachedLevel }: GridSubset) {
  const levels = (from: number | undefined, to: number | undefined) =>
    from === undefined && to === undefined ? undefined : [from ?? null, to ?? null];
  return defined({
    zoom: levels(zoomStart, zoomStop),
    cached: levels(minCachedLevel, maxCachedLevel),
  });
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
