/** Elements of SVG. Texts and attributes are escaped when a picture is written, whatever they hold. */
import type { XmlElementNode, XmlNode } from "../../wire/xml.ts";

/** An element of a picture. */
export type SvgNode = XmlElementNode;

/** A place in a picture: pixels to the right and down. */
export type Point = readonly [x: number, y: number];

/** Attributes; those that are undefined are left out. */
export type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

/** An element with its attributes and what is in it. */
export function svg(
  name: string,
  attributes: SvgAttributes = {},
  ...children: readonly XmlNode[]
): SvgNode {
  const given = Object.entries(attributes).flatMap(([key, value]): readonly [string, string][] => {
    if (value === undefined) return [];
    return [[key, typeof value === "number" ? decimal(value) : value]];
  });
  return { name, attributes: Object.fromEntries(given), children };
}

/** Digits behind the point that anyone can see. */
const PRECISION = 100;

/** A number with as few digits as it takes. */
export function decimal(value: number): string {
  return String(Math.round(value * PRECISION) / PRECISION + 0);
}

/** A point as text. */
function pointText([x, y]: Point): string {
  return `${decimal(x)} ${decimal(y)}`;
}

/** A line, or the outline of an area, as path data. */
export function pathData(
  points: readonly Point[],
  { isClosed }: { readonly isClosed: boolean },
): string {
  return `M${points.map(pointText).join("L")}${isClosed ? "Z" : ""}`;
}
