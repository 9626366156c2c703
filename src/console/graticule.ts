/** Lines of equal coordinates with labels, as the only orientation on a map. */
import Feature, { type FeatureLike } from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";

/** Approximate number of lines in each direction. */
const LINES = 6;

const LABEL = "label";

/** The lines of an extent, drawn beyond it for panning, and labels at its edges. */
export function graticule(extent: readonly number[]): readonly Feature[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = extent;
  const [width, height] = [right - left, top - bottom];
  const step = stepOf(Math.max(width, height) / LINES);
  if (!(step > 0) || !Number.isFinite(step)) return [];
  const upright = multiples(left - width, right + width, step).flatMap((x) => [
    new Feature(
      new LineString([
        [x, bottom - height],
        [x, top + height],
      ]),
    ),
    label(new Point([x, bottom]), valueText(x, step)),
  ]);
  const level = multiples(bottom - height, top + height, step).flatMap((y) => [
    new Feature(
      new LineString([
        [left - width, y],
        [right + width, y],
      ]),
    ),
    label(new Point([left, y]), valueText(y, step)),
  ]);
  return [...upright, ...level];
}

function label(point: Point, text: string): Feature {
  const made = new Feature(point);
  made.set(LABEL, text, true);
  return made;
}

/** The next of 1, 2, 5, 10, 20, 50 … */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

function multiples(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_none, index) => (first + index) * step);
}

function valueText(value: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return value.toFixed(Math.min(decimals, 12));
}

export function graticuleStyle(colours: { readonly text: string; readonly lines: string }) {
  const line = new Style({ stroke: new Stroke({ color: colours.lines, width: 1 }) });
  const fill = new Fill({ color: colours.text });
  const font = "12px system-ui, sans-serif";
  return (feature: FeatureLike): Style => {
    const text = feature.get(LABEL) as string | undefined;
    if (text === undefined) return line;
    return new Style({
      text: new Text({ text, font, fill, textAlign: "left", offsetX: 4, offsetY: -8 }),
    });
  };
}
