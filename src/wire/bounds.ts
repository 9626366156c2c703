/**
 * Bounding boxes in documents: `minx`, `maxx`, `miny`, `maxy` and `crs`, a text that has an attribute
 * `class` where the system is no geographic one.
 */
import { GEOGRAPHIC, type Bounds } from "../model/bounds.ts";
import { value, type DocumentNode } from "./document.ts";
import { isBlank, member, memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import type { XmlValue } from "./xml.ts";

/** A box as part of a document. */
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

/** A box as part of a body. */
export function boundsInput({ crsClass, ...box }: Bounds): XmlValue {
  return crsClass === undefined ? box : { ...box, crs: { "@class": crsClass, $: box.crs } };
}

/** Reads a box; undefined when there is none. Throws WireError for one without four numbers. */
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
