/** Which EPSG codes exist. */
import ranges from "./epsg-codes.json" with { type: "json" };

/** Both ends are inclusive. */
type Range = readonly [from: number, to: number];

const known = rangesIn(ranges);

/** EPSG gives these codes to new systems, so an unknown one may exist. */
const growing = rangesIn(["9000-24000"]);

/** Codes that stock servers know as EPSG: of ESRI, web maps and WMS, and for no system. */
const others = rangesIn(
  (
    "26761-26765 30591-30592 31917-31922 37000-37999 41001 42101-42311 45555-45556 53000-54999 " +
    "65061-65163 100001-100003 102000-104999 404000-404001 900913"
  ).split(" "),
);

function rangesIn(texts: readonly string[]): readonly Range[] {
  return texts.map((text) => {
    const [from = 0, to = from] = text.split("-").map(Number);
    return [from, to];
  });
}

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
