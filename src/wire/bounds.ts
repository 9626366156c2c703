/** Bounding boxes in documents. `crs` has an attribute `class` unless it is geographic. */
import { GEOGRAPHIC, type Bounds } from "../model/bounds.ts";
import { value, type DocumentNode } from "./document.ts";
import { isBlank, member, memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import type { XmlValue } from "./xml.ts";

export function boundsNode({ minx, maxx, miny, maxy, crs, crsClass }: Bounds): DocumentNode {
  const system: DocumentNode =
    crsClass === undefined
      ? value(crs)
      : { type: "object", className: crsClass, fields: [["$", value(crs)]] };
  return {
    type: "object",
    fields: [
      ["minx", value(minx)],
      ["maxx", value(maxx)],
      ["miny", value(miny)],
      ["maxy", value(maxy)],
      ["crs", system],
    ],
  };
}

export function boundsInput({ crsClass, ...box }: Bounds): XmlValue {
  return crsClass === undefined ? box : { ...box, crs: { "@class": crsClass, $: box.crs } };
}

/** Parses a box; undefined when there is none. Throws WireError unless it has four numbers. */
export function parseBounds(tree: Tree | undefined): Bounds | undefined {
  if (tree === undefined || isBlank(tree)) return undefined;
  const crs = memberText(tree, "crs") || GEOGRAPHIC;
  const crsClass = crs === GEOGRAPHIC ? "" : memberText(member(tree, "crs"), "@class");
  return {
    minx: numberIn(tree, "minx"),
    maxx: numberIn(tree, "maxx"),
    miny: numberIn(tree, "miny"),
    maxy: numberIn(tree, "maxy"),
    crs,
    ...(crsClass ? { crsClass } : {}),
  };
}

function numberIn(tree: Tree, key: string): number {
  const text = memberText(tree, key) ?? "";
  const number = Number(text);
  if (text !== "" && Number.isFinite(number)) return number;
  throw new WireError("meaningless", `The bounds need a number as ${key}, not '${text}'`);
}
