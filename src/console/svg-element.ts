/** SVG elements of the page, made of data: no text becomes markup. */
import type { SvgNode } from "../painter/draw/svg.ts";

const SVG = "http://www.w3.org/2000/svg";

export function svgElement({ name, attributes = {}, children }: SvgNode): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of children) {
    if (typeof child === "string") made.append(child);
    else made.append("literal" in child ? child.literal : svgElement(child));
  }
  return made;
}
