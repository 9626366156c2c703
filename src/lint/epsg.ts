/** Which EPSG codes exist. */
import ranges from "./epsg-codes.json" with { type: "json" };

/** Both ends are inclusive. */
type Range = readonly [from: number, to: number];

const known: readonly Range[] = ranges.map((range) => {
  const [from = 0, to = from] = range.split("-").map(Number);
  return [from, to];
});

/** EPSG gives these codes to new systems, so an unknown one may exist. */
const growing: readonly Range[] = [[9_000, 24_000]];

/** Codes that stock servers know as EPSG: of ESRI, web maps and WMS, and for no system. */
const others: readonly Range[] = [
  [26_761, 26_765],
  [30_591, 30_592],
  [31_917, 31_922],
  [37_000, 37_999],
  [41_001, 41_001],
  [42_101, 42_311],
  [45_555, 45_556],
  [53_000, 54_999],
  [65_061, 65_163],
  [100_001, 100_003],
  [102_000, 104_999],
  [404_000, 404_001],
  [900_913, 900_913],
];

/** The problem of an unknown reference system such as `EPSG:4326`. */
export function systemProblem(
  text: string,
): { readonly message: string; readonly hint: string } | undefined {
  const written =
    /^(?:EPSG:|urn:(?:x-)?ogc:def:crs:EPSG:[\d.]*:|https?:\/\/www\.opengis\.net\/(?:def\/crs\/EPSG\/0\/|gml\/srs\/epsg\.xml#))(\d{1,9})$/i;
  const digits = written.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const code = Number(digits);
  const isThere = [known, growing, others].some((all) =>
    all.some(([from, to]) => code >= from && code <= to),
  );
  if (isThere) return undefined;
  return {
    message: `There is no reference system ${text}`,
    hint: "A server knows it only if its own list of projections defines it.",
  };
}
