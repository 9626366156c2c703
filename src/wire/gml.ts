/** Parses and renders areas in GML 2. */
import type { Footprint, Ring } from "../model/geometry.ts";
import { decimalText } from "./decimal.ts";
import { WireError } from "./wire-error.ts";
import { childElements, childNamed, childrenNamed, type XmlElement } from "./xml-document.ts";
import type { XmlValue } from "./xml.ts";

/** Without the coordinate system. */
export function areaXml(area: Footprint): Readonly<Record<string, XmlValue>> {
  if (area.type === "Polygon") return { "gml:Polygon": polygonXml(area.coordinates) };
  const members = area.coordinates.map((rings) => ({ "gml:Polygon": polygonXml(rings) }));
  return { "gml:MultiPolygon": { "gml:polygonMember": members } };
}

function polygonXml([outer, ...holes]: readonly Ring[]): XmlValue {
  if (outer === undefined) return "";
  return {
    "gml:outerBoundaryIs": ringXml(outer),
    ...(holes.length === 0 ? {} : { "gml:innerBoundaryIs": holes.map(ringXml) }),
  };
}

function ringXml(ring: Ring): XmlValue {
  const coordinates = ring.map(([x, y]) => `${decimalText(x)},${decimalText(y)}`).join(" ");
  return { "gml:LinearRing": { "gml:coordinates": coordinates } };
}

/** Throws WireError when there is no area. */
export function readArea(parent: XmlElement): Footprint {
  const polygon = childNamed(parent, "Polygon");
  if (polygon !== undefined) return { type: "Polygon", coordinates: ringsOf(polygon) };
  const several = childNamed(parent, "MultiPolygon");
  if (several === undefined) {
    const found = childElements(parent)[0]?.name ?? "nothing";
    throw new WireError("meaningless", `A footprint is a polygon or several, not ${found}`, {
      line: parent.line,
    });
  }
  const polygons = childrenNamed(several, "polygonMember").flatMap((member) =>
    childrenNamed(member, "Polygon"),
  );
  return { type: "MultiPolygon", coordinates: polygons.map(ringsOf) };
}

function ringsOf(polygon: XmlElement): readonly Ring[] {
  return ["outerBoundaryIs", "innerBoundaryIs"]
    .flatMap((boundary) => childrenNamed(polygon, boundary))
    .flatMap((boundary) => childrenNamed(boundary, "LinearRing"))
    .map(ringOf);
}

function ringOf(ring: XmlElement): Ring {
  const text = childNamed(ring, "coordinates")?.content.trim() ?? "";
  if (text === "") return [];
  return text.split(/\s+/).map((pair) => {
    const [x, y] = pair.split(",").map((part) => (part === "" ? Number.NaN : Number(part)));
    if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) {
      throw new WireError("malformed", `'${pair.slice(0, 100)}' is no pair of coordinates`, {
        line: ring.line,
      });
    }
    return [x, y];
  });
}
