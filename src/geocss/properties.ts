/** The known properties of style sheets. */
import {
  contrastOptions,
  labelOptions,
  levelOptions,
  lineOptions,
  pointOptions,
  polygonOptions,
  rasterOptions,
} from "./sld/vendor-options.ts";

const graphic = ["mime", "size", "rotation", "anchor", "offset"];

const fill = family("fill", ["opacity", "geometry", ...graphic]);
const stroke = family("stroke", [
  "width",
  "opacity",
  "linecap",
  "linejoin",
  "dasharray",
  "dashoffset",
  "repeat",
  "geometry",
  ...graphic,
]);

const options = [
  polygonOptions,
  lineOptions,
  pointOptions,
  labelOptions,
  rasterOptions,
  levelOptions,
  contrastOptions,
].flatMap((table) => table.map(([property]) => property));

/** Properties that become vendor options, which are texts. */
export const optionProperties: ReadonlySet<string> = new Set(options);

const alone =
  "font-family font-fill font-style font-weight font-size font-opacity halo-radius halo-color " +
  "halo-opacity raster-channels raster-geometry raster-opacity raster-gamma " +
  "raster-contrast-enhancement raster-color-map raster-color-map-type raster-color-map-extended " +
  "raster-z-index z-index transform vt-attributes vt-labels vt-label-attributes vt-coalesce";

/** Properties of rules. Those of vector tiles draw nothing; servers with such tiles use them. */
export const ruleProperties: ReadonlySet<string> = new Set([
  ...fill,
  ...stroke,
  ...family("mark", ["opacity", "geometry", ...graphic]),
  ...family("label", ["geometry", "anchor", "offset", "rotation", "priority"]),
  ...family("shield", graphic),
  ...family("background", ["opacity", ...graphic]),
  ...alone.split(" "),
  ...options,
]);

/** Properties of blocks of symbols, such as `:mark`, and of the background. */
export const symbolProperties: ReadonlySet<string> = new Set([
  ...fill,
  ...stroke,
  "size",
  "rotation",
]);

function family(name: string, others: readonly string[]): readonly string[] {
  return [name, ...others.map((other) => `${name}-${other}`)];
}
