/** The coast lines of Natural Earth (docs/notices.md), as a layer in longitudes and latitudes. */
import Feature from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import world from "world-atlas/land-110m.json" with { type: "json" };

interface Topology {
  readonly arcs: readonly (readonly (readonly number[])[])[];
  readonly transform: { readonly scale: readonly number[]; readonly translate: readonly number[] };
}

/** The lines of the land, without its areas. */
export function coastLayer(colour: string): VectorLayer {
  const features = linesOf(world)
    .flatMap(atEdge)
    .map((line) => new Feature(new LineString(line)));
  return new VectorLayer({
    source: new VectorSource({ features }),
    style: new Style({ stroke: new Stroke({ color: colour, width: 1.2 }) }),
    opacity: 0.55,
  });
}

/** Degrees; no coast is as long between two of its positions. */
const ACROSS = 180;

/** The parts of a line, which ends where it would cross the whole map. */
function atEdge(line: readonly number[][]): number[][][] {
  const parts: number[][][] = [];
  for (const position of line) {
    const before = parts.at(-1)?.at(-1)?.[0] ?? Infinity;
    if (Math.abs((position[0] ?? 0) - before) > ACROSS) parts.push([position]);
    else parts.at(-1)?.push(position);
  }
  return parts;
}

/** The arcs of a topology: each position is a difference to the one before. */
function linesOf({ arcs, transform }: Topology): number[][][] {
  const [scaleX = 1, scaleY = 1] = transform.scale;
  const [atX = 0, atY = 0] = transform.translate;
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx = 0, dy = 0]) => {
      x += dx;
      y += dy;
      return [x * scaleX + atX, y * scaleY + atY];
    });
  });
}
