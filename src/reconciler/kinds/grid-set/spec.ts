/** Reads and writes manifests of grid sets. */
import { defined } from "../../../model/defined.ts";
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import {
  areSameNumbers,
  completeGridSet,
  gridSetUsual,
  usualMetersPerUnit,
  type GridExtent,
  type GridSet,
  type GridSetInput,
} from "../../../model/grid-set.ts";
import { tileCache as limits } from "../../../model/limits.ts";
import { documentText, filledText } from "../fields/texts.ts";
import type { Manifest } from "../../kind.ts";

const positive = z.number().positive();
const side = z.int().positive().max(limits.tilePixels);

export const gridSetSpec = madeOnce(() =>
  z.strictObject({
    description: documentText.optional().describe("Description."),
    srs: z.int().positive().describe("EPSG code of the reference system."),
    extent: z
      .array(z.number())
      .length(4)
      .describe("West, south, east and north, in units of the reference system."),
    resolutions: z
      .array(positive)
      .min(1)
      .max(limits.levels)
      .optional()
      .describe("Units per pixel of each level, falling."),
    scaleDenominators: z
      .array(positive)
      .min(1)
      .max(limits.levels)
      .optional()
      .describe("Scale denominator of each level, falling; instead of resolutions."),
    levels: z
      .int()
      .min(1)
      .max(limits.levels)
      .optional()
      .describe(
        `How many levels, each of half the resolution of the one before, where none are listed; ${gridSetUsual.levels} by default. The extent grows to whole tiles.`,
      ),
    scaleNames: z.array(filledText).optional().describe("Names of the levels, in their order."),
    metersPerUnit: positive
      .optional()
      .describe(
        "Metres of a unit of the reference system; for degrees of EPSG:4326 known, else 1.",
      ),
    pixelSize: positive.optional().describe("Metres of a pixel on the screen; usually 0.00028."),
    tileSize: z
      .array(side)
      .length(2)
      .optional()
      .describe("Width and height of a tile in pixels; usually 256 and 256."),
    alignTopLeft: z
      .boolean()
      .optional()
      .describe("Whether tiles are counted from the upper left corner of the extent."),
    yCoordinateFirst: z
      .boolean()
      .optional()
      .describe("Whether the reference system names the y coordinate first."),
  }),
);

export type GridSetSpec = z.infer<ReturnType<typeof gridSetSpec>>;

export interface DeclaredGridSet {
  readonly said: GridSetInput;
  readonly whole: GridSet;
}

/** `declared` is undefined, with diagnostics, where the manifest is invalid. */
export function readGridSet({
  name,
  spec,
  locate,
}: Pick<Manifest<GridSetSpec>, "name" | "spec" | "locate">): {
  readonly declared: DeclaredGridSet | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const error = (message: string, field: string) => ({
    declared: undefined,
    diagnostics: [fault("manifest-invalid", message, { where: locate(["spec", field]) })],
  });
  const listed = (["resolutions", "scaleDenominators", "levels"] as const).filter(
    (field) => spec[field] !== undefined,
  );
  if (listed.length > 1)
    return error(
      `The levels are given by ${listed.join(" and ")}; one of them is enough`,
      listed[1] ?? "",
    );
  const input = inputOf(spec);
  const whole = completeGridSet(name, input);
  if (typeof whole === "string") return error(`The grid set ${whole}`, listed[0] ?? "extent");
  const names = spec.scaleNames?.length ?? whole.scaleNames.length;
  if (names !== whole.scaleNames.length)
    return error(
      `There are ${names} scale names for ${whole.scaleNames.length} levels`,
      "scaleNames",
    );
  const isListed = input.resolutions !== undefined || input.scaleDenominators !== undefined;
  // Computed values are sent in full, so that they are equal on every server.
  const { extent, resolutions, tileWidth, tileHeight, alignTopLeft } = whole;
  const computed = { extent, resolutions, tileWidth, tileHeight, alignTopLeft, levels: undefined };
  return {
    declared: { said: isListed ? input : { ...input, ...computed }, whole },
    diagnostics: [],
  };
}

function inputOf({ tileSize, extent, ...spec }: GridSetSpec): GridSetInput {
  return {
    ...spec,
    extent: extent as unknown as GridExtent,
    tileWidth: tileSize?.[0],
    tileHeight: tileSize?.[1],
  };
}

/** Default values are left out. */
export function declareGridSet(name: string, set: GridSet): Readonly<Record<string, unknown>> {
  const { resolutions, scaleDenominators, tileWidth, tileHeight, scaleNames } = set;
  const isUsual = (one: number, usual: number) => areSameNumbers([one], [usual]);
  const hasUsualNames = scaleNames.every((one, at) => one === `${name}:${at}`);
  const hasUsualTiles =
    tileWidth === gridSetUsual.tileWidth && tileHeight === gridSetUsual.tileHeight;
  const spec: Readonly<Record<keyof GridSetSpec, unknown>> = {
    description: set.description || undefined,
    srs: set.srs,
    extent: set.extent,
    resolutions: resolutions ?? undefined,
    scaleDenominators: scaleDenominators ?? undefined,
    levels: undefined,
    scaleNames: hasUsualNames ? undefined : scaleNames,
    metersPerUnit: isUsual(set.metersPerUnit, usualMetersPerUnit(set.srs))
      ? undefined
      : set.metersPerUnit,
    pixelSize: isUsual(set.pixelSize, gridSetUsual.pixelSize) ? undefined : set.pixelSize,
    tileSize: hasUsualTiles ? undefined : [tileWidth, tileHeight],
    alignTopLeft: set.alignTopLeft || undefined,
    yCoordinateFirst: set.yCoordinateFirst || undefined,
  };
  return defined(spec);
}
