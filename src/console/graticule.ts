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

interface Label {
  readonly text: string;
  readonly align: "left" | "right";
}

/**
 * The lines of an extent, drawn beyond it for panning, and labels at its lower and right edges, away
 * from the buttons.
 */
export function graticule(extent: readonly number[], isDegrees: boolean): readonly Feature[] {
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
    label(new Point([x, bottom]), {
      text: valueText(x, step, isDegrees, ["E", "W"]),
      align: "left",
    }),
  ]);
  const level = multiples(bottom - height, top + height, step).flatMap((y) => [
    new Feature(
      new LineString([
        [left - width, y],
        [right + width, y],
      ]),
    ),
    label(new Point([right, y]), {
      text: valueText(y, step, isDegrees, ["N", "S"]),
      align: "right",
    }),
  ]);
  return [...upright, ...level];
}

function label(point: Point, text: Label): Feature {
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

/** Degrees have a direction in place of a sign, and go around the globe to the east and west. */
function valueText(
  value: number,
  step: number,
  isDegrees: boolean,
  [up, down]: readonly [string, string],
): string {
  const decimals = Math.min(Math.max(0, -Math.floor(Math.log10(step))), 12);
  if (!isDegrees) return `${value.toFixed(decimals)} ${up}`;
  if (up === "N" && Math.abs(value) > 90) return "";
  const degrees = Math.abs(value) > 180 ? ((((value + 180) % 360) + 360) % 360) - 180 : value;
  const text = `${Math.abs(degrees).toFixed(decimals)}°`;
  return Number.parseFloat(text) === 0 ? text : `${text} ${degrees > 0 ? up : down}`;
}

export function graticuleStyle(colours: { readonly text: string; readonly lines: string }) {
  const line = new Style({ stroke: new Stroke({ color: colours.lines, width: 1 }) });
  const fill = new Fill({ color: colours.text });
  const font = "12px system-ui, sans-serif";
  return (feature: FeatureLike): Style => {
    const label = feature.get(LABEL) as Label | undefined;
    if (label === undefined) return line;
    const { text, align } = label;
    const offsetX = align === "left" ? 4 : -4;
    return new Style({
      text: new Text({ text, font, fill, textAlign: align, offsetX, offsetY: -8 }),
    });
  };
}
