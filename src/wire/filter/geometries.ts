/** Builds geometries and spatial conditions. */
import type { DistanceUnit, Filter, SpatialRelation } from "../../model/filter.ts";
import { polygonOf, type Geometry } from "../../model/geometry.ts";
import { WireError } from "../wire-error.ts";
import { parseWkt } from "../wkt.ts";
import type { Pair, Part, Reader } from "./part.ts";

export interface Sides {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

const UNITS = ["feet", "meters", "statute miles", "nautical miles", "kilometers"] as const;

export function geometryBuilder({ value, refuse }: Reader) {
  const at = (node: Part["node"], offset: number): Part => ({ node, at: offset });
  const values = ({ left, right }: Pair) => ({ left: value(left), right: value(right) });

  return {
    geometry(text: string, offset: number): Part {
      try {
        return at({ type: "geometry", geometry: parseWkt(text), srid: undefined }, offset);
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        return refuse("syntax", error.message, offset);
      }
    },

    withSrid({ node, at: start }: Part, digits: string, offset: number): Part {
      if (node.type !== "geometry") return refuse("syntax", "SRID belongs to a geometry", start);
      return at({ ...node, srid: sridOf(digits) ?? refuseSystem(digits, offset) }, offset);
    },

    /** `system` is an EPSG code. */
    box(sides: Sides, system: number | undefined, offset: number): Part {
      if (sides.west > sides.east)
        return refuse("meaning", "The west of the box is east of its east", offset);
      return at({ type: "geometry", geometry: areaOf(sides), srid: system }, offset);
    },

    system(name: string, offset: number): number {
      const digits = /^EPSG:(\d+)$/i.exec(name)?.[1] ?? "";
      return sridOf(digits) ?? refuseSystem(name, offset);
    },

    unit(text: string): DistanceUnit {
      const spelled = text.toLowerCase().replaceAll(/\s+/g, " ");
      return UNITS.find((unit) => unit === spelled) ?? "meters";
    },

    spatial: (relation: SpatialRelation, pair: Pair, offset: number): Part =>
      at({ type: "spatial", relation, ...values(pair) }, offset),

    relate: (pair: Pair, pattern: string, offset: number): Part =>
      at({ type: "relate", ...values(pair), pattern }, offset),

    distance(
      relation: "within" | "beyond",
      range: Pair & { readonly distance: number; readonly unit: DistanceUnit },
      offset: number,
    ): Part {
      const { distance, unit } = range;
      const filter: Filter = { type: "distance", relation, ...values(range), distance, unit };
      return at(filter, offset);
    },
  };

  function refuseSystem(name: string, offset: number): never {
    const message = `${name} is no coordinate system that filters may name; write 'EPSG:4326'`;
    return refuse("meaning", message, offset);
  }
}

function sridOf(digits: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined;
}

/** North and south may be swapped, because writers disagree on their order. */
function areaOf({ west, east, north, south }: Sides): Geometry {
  const [miny, maxy] = [Math.min(north, south), Math.max(north, south)];
  if (west === east && miny === maxy) return { type: "Point", coordinates: [west, miny] };
  if (west === east || miny === maxy)
    return {
      type: "LineString",
      coordinates: [
        [west, miny],
        [east, maxy],
      ],
    };
  return polygonOf({ minx: west, miny, maxx: east, maxy });
}
