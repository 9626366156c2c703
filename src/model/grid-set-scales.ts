/**
 * Levels of well-known grid sets: OGC scale denominators, and resolutions (docs/compatibility.md,
 * "Tile cache").
 */

/** World Mercator, 25 levels. */
export const mercatorScales: readonly number[] = [
  559_082_264.028_717, 279_541_132.014_358, 139_770_566.007_179, 69_885_283.003_589_7,
  34_942_641.501_794_8, 17_471_320.750_897_4, 8_735_660.375_448_71, 4_367_830.187_724_35,
  2_183_915.093_862_17, 1_091_957.546_931_08, 545_978.773_465_544, 272_989.386_732_772,
  136_494.693_366_386, 68_247.346_683_193, 34_123.673_341_596_4, 17_061.836_670_798_2,
  8530.918_335_399_13, 4265.459_167_699_56, 2132.729_583_849_78, 1066.364_791_924_89,
  533.182_395_962_445, 266.591_197_981_222, 133.295_598_990_611, 66.647_799_495_305_6,
  33.323_899_747_652_8,
];

/** Each level halves the one before; servers show so many digits. */
function halved(first: number, levels: number, digits: number): readonly number[] {
  const scales = Array.from({ length: levels }, (_, at) => first / 2 ** at);
  return scales.map((scale) => Number(scale.toPrecision(digits)));
}

/** Degrees; one tile at the first level, two at the second. */
export const degreeScales = halved(559_082_264.028_717_8, 19, 16);

/** UTM zones. */
export const zoneScales = halved(279_072_704.500_914_04, 24, 15);

/** Polar grids. */
export const polarScales = halved(458_726_544.3605, 25, 10);

/** The European grid. */
export const europeanScales = halved(62_779_017.857_142_866, 16, 17);

/** The Canadian grid. */
export const canadianScales: readonly number[] = [
  137_016_643.080_905, 80_320_101.116_392_5, 47_247_118.303_760_3, 28_348_270.982_256_2,
  16_536_491.406_316_1, 9_449_423.660_752_07, 5_669_654.196_451_25, 3_307_298.281_263_23,
  1_889_884.732_150_41, 1_133_930.839_290_25, 661_459.656_252_643, 396_875.793_751_586,
  236_235.591_518_802, 137_016.643_080_905, 80_320.101_116_392_5, 47_247.118_303_760_3,
  28_348.270_982_256_2, 16_536.491_406_316_1, 9449.423_660_752_07, 5669.654_196_451_25,
  3307.298_281_263_23, 1889.884_732_150_41, 1133.930_839_290_25, 661.459_656_252_643,
  396.875_793_751_586, 236.235_591_518_802,
];

/** Round scales. */
export const roundScales: readonly number[] = [
  500e6, 250e6, 100e6, 50e6, 25e6, 10e6, 5e6, 2.5e6, 1e6, 500e3, 250e3, 100e3, 50e3, 25e3, 10e3,
  5e3, 2.5e3, 1000, 500, 250, 100,
];

const TEN_MINUTES = 0.5 / 3;
const THIRTY_SECONDS = (5 / 6) * 1e-2;
const FIFTEEN_SECONDS = THIRTY_SECONDS / 2;
const ONE_SECOND = FIFTEEN_SECONDS / 5 / 3;
const A_THIRD = (ONE_SECOND / 2) * (3 / 5);
const A_TENTH = A_THIRD / 3;

/** Round pixel sizes in degrees, with the digits that servers show. */
export const roundPixels: readonly number[] = [
  2,
  1,
  0.5,
  0.5 * (2 / 3),
  TEN_MINUTES,
  TEN_MINUTES / 2,
  TEN_MINUTES / 5,
  TEN_MINUTES / 10,
  THIRTY_SECONDS,
  FIFTEEN_SECONDS,
  FIFTEEN_SECONDS / 3,
  FIFTEEN_SECONDS / 5,
  ONE_SECOND,
  ONE_SECOND / 2,
  A_THIRD,
  A_TENTH,
  A_TENTH * (3 / 10),
  (A_TENTH * (3 / 10)) / 3,
];
