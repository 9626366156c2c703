/**
 * Read-only grid sets of every tile cache: two traditional ones, and those of OGC standards, most
 * also with larger tiles. Deviation: grid-set-words. docs/compatibility.md, "Tile cache".
 */
import type { CacheNoun } from "./cache-noun.ts";
import { madeOnce } from "./made-once.ts";
import { completeGridSet, type GridExtent, type GridSet, type GridSetInput } from "./grid-set.ts";
import {
  canadianScales,
  degreeScales,
  europeanScales,
  mercatorScales,
  polarScales,
  roundPixels,
  roundScales,
  zoneScales,
} from "./grid-set-scales.ts";

const around = (half: number): GridExtent => [-half, -half, half, half];

const WORLD = { srs: 4326, extent: [-180, -90, 180, 90] } as const;

/** GeoServer's own wording. */
const DESCRIPTIONS = {
  degrees: (pixels: number) =>
    `A default WGS84 tile matrix set where the first zoom level covers the world with two tiles on the horizontal axis and one tile over the vertical axis and each subsequent zoom level is calculated by half the resolution of its previous one. Tiles are ${pixels}px wide.`,
  mercator: (pixels: number) =>
    `This well-known scale set has been defined to be compatible with Google Maps and Microsoft Live Map projections and zoom levels. Level 0 allows representing the whole world in a single ${pixels}x${pixels} pixels. The next level represents the whole world in 2x2 tiles of ${pixels}x${pixels} pixels and so on in powers of 2. Scale denominator is only accurate near the equator.`,
} as const;

const [SMALL, LARGE] = [256, 512];

function always(pixels: number): Readonly<Record<string, GridSetInput>> {
  const tiles = { tileWidth: pixels, tileHeight: pixels };
  const ending = pixels === SMALL ? "" : "x2";
  const [degrees, mercator] = [DESCRIPTIONS.degrees(pixels), DESCRIPTIONS.mercator(pixels)];
  return {
    [`EPSG:4326${ending}`]: {
      ...WORLD,
      ...tiles,
      levels: 22,
      yCoordinateFirst: true,
      description: degrees,
    },
    [`EPSG:900913${ending}`]: {
      srs: 900_913,
      extent: around(20_037_508.34),
      levels: 31,
      ...tiles,
      description: mercator,
    },
  };
}

/** Rows count from the upper left corner; levels of the degree sets have no names. */
const upper = { alignTopLeft: true, yCoordinateFirst: true } as const;

const ofDegrees: Readonly<Record<string, GridSetInput>> = {
  GlobalCRS84Pixel: {
    ...WORLD,
    ...upper,
    resolutions: roundPixels,
    description: "The world in degrees, with pixels of round sizes.",
  },
  GlobalCRS84Scale: {
    ...WORLD,
    ...upper,
    scaleDenominators: roundScales,
    description: "The world in degrees, at round scales.",
  },
  GoogleCRS84Quad: {
    ...WORLD,
    ...upper,
    scaleDenominators: degreeScales,
    description: "The world in degrees, from one tile on, which its height does not fill.",
  },
};

/** An OGC tile matrix set with numbered levels; units are metres without `metersPerUnit`. */
interface MatrixSet {
  readonly srs: number;
  readonly extent: GridExtent;
  readonly scales: readonly number[];
  readonly description: string;
  readonly metersPerUnit?: number | undefined;
}

const POLE = [
  -14_440_759.350_252, -14_440_759.350_252, 18_440_759.350_252, 18_440_759.350_252,
] as const;

const matrixSets = (): Readonly<Record<string, MatrixSet>> => ({
  WebMercatorQuad: {
    srs: 3857,
    extent: around(20_037_508.34),
    scales: mercatorScales,
    description: "The world in spherical Mercator, as most web maps show it.",
  },
  WorldCRS84Quad: {
    ...WORLD,
    scales: degreeScales.slice(1),
    metersPerUnit: undefined,
    description: "The world in degrees, from two tiles on.",
  },
  WorldMercatorWGS84Quad: {
    srs: 3395,
    extent: around(20_037_508.342_789_2),
    scales: mercatorScales,
    description: "The world in Mercator on the ellipsoid of WGS84.",
  },
  ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => zone(at + 1))),
  UPSArcticWGS84Quad: {
    srs: 5041,
    extent: POLE,
    scales: polarScales,
    description: "The Arctic in universal polar stereographic projection.",
  },
  UPSAntarcticWGS84Quad: {
    srs: 5042,
    extent: POLE,
    scales: polarScales,
    description: "The Antarctic in universal polar stereographic projection.",
  },
  EuropeanETRS89_LAEAQuad: {
    srs: 3035,
    extent: [2_000_000, 1_000_000, 6_500_000, 5_500_000],
    scales: europeanScales,
    description: "Europe in Lambert's equal-area projection, ETRS89.",
  },
  CanadianNAD83_LCC: {
    srs: 3978,
    extent: [
      -7_786_476.885_838_887, -5_153_821.092_136_78, 7_148_753.233_541_353, 7_928_343.534_071_138,
    ],
    scales: canadianScales,
    description: "Canada in Lambert's conformal projection, NAD83.",
  },
});

function zone(number: number): readonly [name: string, set: MatrixSet] {
  return [
    `UTM${String(number).padStart(2, "0")}WGS84Quad`,
    {
      srs: 32_600 + number,
      extent: [
        -9_501_965.729_312_76, -20_003_931.458_625_5, 10_501_965.729_312_8, 20_003_931.458_625_5,
      ],
      scales: zoneScales,
      description: `Zone ${number} of universal transverse Mercator on WGS84, to the north.`,
    },
  ];
}

/** The variant with larger tiles has half the scales and no description. */
function matrixInput({ scales, description, ...set }: MatrixSet, isLarge: boolean): GridSetInput {
  const pixels = isLarge ? LARGE : SMALL;
  return {
    metersPerUnit: 1,
    ...set,
    ...upper,
    scaleDenominators: isLarge ? scales.map((one) => one / 2) : scales,
    scaleNames: scales.map((_, at) => String(at)),
    tileWidth: pixels,
    tileHeight: pixels,
    ...(isLarge ? {} : { description }),
  };
}

/** The built-in grid sets, by name. */
export const builtInGridSets = madeOnce((): ReadonlyMap<string, () => GridSet> => {
  const inputs: readonly (readonly [name: string, input: () => GridSetInput])[] = [
    ...Object.entries({ ...always(SMALL), ...always(LARGE), ...ofDegrees }).map(
      ([name, input]) => [name, () => input] as const,
    ),
    ...Object.entries(matrixSets()).flatMap(([name, set]) => [
      [name, () => matrixInput(set, false)] as const,
      [`${name}x2`, () => matrixInput(set, true)] as const,
    ]),
  ];
  return new Map(inputs.map(([name, input]) => [name, () => complete(name, input())]));
});

/** The declaration of grid sets; a built-in one may be put as it is. Deviation: grid-set-kept. */
export const gridSet = {
  kind: "GridSet",
  readers: "administrators",
  list: "/gwc/rest/gridsets",
  label: "grid set",
  word: "GridSet",
  nameless: "name is null",
  complete: completeGridSet,
  builtIn: builtInGridSets,
  isUsedBy: ({ gridSubsets }, name) => gridSubsets.some((one) => one.gridSet === name),
  inUse: "grid-set-in-use",
} as const satisfies CacheNoun<GridSet, GridSetInput>;

/** Whether a grid set is built in. */
export function isBuiltInGridSet(name: string): boolean {
  return builtInGridSets().has(name);
}

function complete(name: string, input: GridSetInput): GridSet {
  const set = completeGridSet(name, input);
  if (typeof set === "string") throw new TypeError(`${name} ${set}`);
  return set;
}
