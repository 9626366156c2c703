/** SVG elements. Texts and attributes are escaped when a picture is written. */
import type { XmlElementNode, XmlNode } from "../../wire/xml.ts";

/** An SVG element. */
export type SvgNode = XmlElementNode;

/** Pixels to the right and down. */
export type Point = readonly [x: number, y: number];

/** Undefined attributes are left out. */
export type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

/** Makes an element. */
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

const PRECISION = 100;

/** A number with at most two decimals. */
export function decimal(value: number): string {
  return String(Math.round(value * PRECISION) / PRECISION + 0);
}

export function pathData(
  points: readonly Point[],
  { isClosed }: { readonly isClosed: boolean },
): string {
  return `M${points.map(([x, y]) => `${decimal(x)} ${decimal(y)}`).join("L")}${isClosed ? "Z" : ""}`;
}

/** Points as in the attribute `points` of SVG: `x,y x,y`. */
export function pointsIn(text: string): readonly Point[] {
  return text.split(" ").map((pair): Point => {
    const [x = 0, y = 0] = pair.split(",").map(Number);
    return [x, y];
  });
}

/** A CSS string, without characters that could end the string or the declaration. */
export function familyName(name: string): string {
  return `'${name.replaceAll(/['"\\<>;{}()]/g, "")}'`;
}
