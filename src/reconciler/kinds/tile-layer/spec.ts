/** The manifest format of tile layers. */
import { z } from "zod";
import {
  tileWarnings,
  usualThreshold,
  type FilterValues,
  type GridSubset,
  type ParameterFilter,
  type TileLayer,
  type TileLayerPatch,
} from "../../../model/tile-layer.ts";
import { madeOnce } from "../../lazy.ts";
import { documentText, filledText } from "../fields/texts.ts";

const level = () => z.int().min(0).max(99);

const subset = madeOnce(() => {
  const levels = z.tuple([level().nullable(), level().nullable()]);
  return z.strictObject({
    zoom: levels
      .optional()
      .describe("First and last zoom level; null for the end of the grid set. All when left out."),
    cached: levels.optional().describe("First and last level that is cached. All when left out."),
    extent: z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .optional()
      .describe(
        "Minx, miny, maxx, maxy in units of the grid set. The bounds of the layer, which the server works out, when left out.",
      ),
  });
});

const filter = madeOnce(() => {
  const usual = z
    .union([documentText, z.number()])
    .optional()
    .describe("The value of requests that say none.");
  const letters = z.enum(["NONE", "UPPER", "LOWER"]).optional();
  const locale = documentText.optional();
  return z.union([
    z.strictObject({
      styles: z
        .union([z.literal("all"), z.array(documentText)])
        .describe("Styles of the layer by name, or `all` of them."),
      default: usual,
    }),
    z.strictObject({
      regex: documentText.describe("Regular expression that matches whole values."),
      default: usual,
      case: letters,
      locale,
    }),
    z.strictObject({ values: z.array(documentText), default: usual, case: letters, locale }),
    z.strictObject({
      floats: z.array(z.number()),
      threshold: z.number().optional(),
      default: usual,
    }),
    z.strictObject({ integers: z.array(z.int()), threshold: z.int().optional(), default: usual }),
  ]);
});

const cause = () => z.enum(["onStyleChange", "onGranules"]);

export const tileLayerSpec = madeOnce(() => {
  const seconds = z.int().min(-4);
  const size = z.int().min(1).max(64);
  return z.strictObject({
    enabled: z.boolean().optional().describe("Whether tiles are cached and served."),
    formats: z.array(filledText).optional().describe("Media types that are cached."),
    gridsets: z
      .record(filledText, subset())
      .optional()
      .describe("Grid sets by name, with what of them is cached."),
    metatiles: z
      .tuple([size, size])
      .optional()
      .describe("Tiles, across and down, that are drawn as one image."),
    gutter: z
      .int()
      .min(0)
      .optional()
      .describe("Pixels around a metatile that are drawn and cut off."),
    expire: z
      .strictObject({
        server: seconds
          .optional()
          .describe("Seconds that tiles are kept; 0 is unset, -1 not at all, -2 for ever."),
        clients: seconds.optional().describe("Seconds that clients may keep tiles; 0 is unset."),
        zooms: z
          .array(z.strictObject({ from: level(), seconds }))
          .optional()
          .describe("Seconds that tiles are kept, from a zoom level on."),
      })
      .optional(),
    filters: z
      .record(filledText, filter())
      .optional()
      .describe("Parameters of requests by name, whose values are cached apart: all of them."),
    blobStore: z
      .string()
      .optional()
      .describe("The blob store that holds the tiles; the default one when empty."),
    skipWarnings: z
      .array(z.enum(tileWarnings))
      .optional()
      .describe("Warnings about dimensions with which tiles are not cached."),
    truncate: z
      .union([cause(), z.array(cause()).min(1)])
      .optional()
      .describe(
        "When to truncate all its tiles. `onStyleChange`: a declared style changes that its Layer or LayerGroup manifest names. `onGranules`: the declared granules change of a mosaic that it shows.",
      ),
  });
});

export type TileLayerSpec = z.infer<ReturnType<typeof tileLayerSpec>>;

type SpecSubset = z.infer<ReturnType<typeof subset>>;

type SpecFilter = z.infer<ReturnType<typeof filter>>;

/** Whether the change is a reason to truncate. */
export function truncatesOn(
  { truncate = [] }: Pick<TileLayerSpec, "truncate">,
  change: z.infer<ReturnType<typeof cause>>,
): boolean {
  return [truncate].flat().includes(change);
}

/** Extents that a manifest leaves out stay. */
export function patchOf(spec: TileLayerSpec, before: TileLayer): TileLayerPatch {
  const extents = new Map(before.gridSubsets.map(({ gridSet, extent }) => [gridSet, extent]));
  const { gridsets, filters, expire, blobStore } = spec;
  return {
    enabled: spec.enabled,
    formats: spec.formats,
    gridSubsets:
      gridsets &&
      Object.entries(gridsets).map(([gridSet, said]) =>
        subsetOf(gridSet, { extent: extents.get(gridSet), ...said }),
      ),
    metaTiles: spec.metatiles,
    gutter: spec.gutter,
    expireCache: expire?.server,
    expireClients: expire?.clients,
    expireRules: expire?.zooms?.map(({ from, seconds: expiration }) => ({
      minZoom: from,
      expiration,
    })),
    filters: filters && Object.entries(filters).map(([key, said]) => filterOf(key, said)),
    blobStore: blobStore === "" ? null : blobStore,
    warningSkips: spec.skipWarnings,
  };
}

function subsetOf(
  gridSet: string,
  { zoom, cached, extent }: Omit<SpecSubset, "extent"> & Pick<GridSubset, "extent">,
): GridSubset {
  const [zoomStart, zoomStop] = zoom ?? [];
  const [minCachedLevel, maxCachedLevel] = cached ?? [];
  const found = { zoomStart, zoomStop, minCachedLevel, maxCachedLevel };
  const set = Object.entries(found).filter(([, one]) => one !== undefined && one !== null);
  return { gridSet, ...(extent && { extent }), ...Object.fromEntries(set) };
}

function filterOf(key: string, said: SpecFilter): ParameterFilter {
  return { key, defaultValue: String(said.default ?? ""), ...valuesOf(said) };
}

function valuesOf(said: SpecFilter): FilterValues {
  if ("styles" in said)
    return said.styles === "all" ? { type: "style" } : { type: "style", styles: said.styles };
  if ("floats" in said)
    return {
      type: "float",
      values: said.floats,
      threshold: said.threshold ?? usualThreshold.float,
    };
  if ("integers" in said) {
    const { integers, threshold = usualThreshold.integer } = said;
    return { type: "integer", values: integers, threshold };
  }
  const { case: given, locale: language } = said;
  const isNormal = given === undefined && language === undefined;
  const normalize = isNormal ? {} : { normalize: { case: given ?? "NONE", locale: language } };
  if ("regex" in said) return { type: "regex", regex: said.regex, ...normalize };
  return { type: "string", values: said.values, ...normalize };
}
