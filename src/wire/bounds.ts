/** Bounding boxes in documents: `minx`, `maxx`, `miny`, `maxy` and `crs`. */
import { GEOGRAPHIC, type Bounds } from "../model/bounds.ts";
import { value, type DocumentNode } from "./document.ts";
import { memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";

/** A box as part of a document. */
export function boundsNode({ minx, maxx, miny, maxy, crs }: Bounds): DocumentNode {
  return {
    type: "object",
    fields: [
      ["minx", value(minx)],
      ["maxx", value(maxx)],
      ["miny", value(miny)],
      ["maxy", value(maxy)],
      ["crs", value(crs)],
    ],
  };
}

/** Reads a box; undefined when there is none. Throws WireError for one without four numbers. */
export function parseBounds(tree: Tree | undefined): Bounds | undefined {
  if (tree === undefined || tree === null || tree === "") return undefined;
  return {
    minx: numberIn(tree, "minx"),
    maxx: numberIn(tree, "maxx"),
    miny: numberIn(tree, "miny"),
    maxy: numberIn(tree, "maxy"),
    crs: memberText(tree, "crs") || GEOGRAPHIC,
  };
}

function numberIn(tree: Tree, key: string): number {
  const text = memberText(tree, key) ?? "";
  const number = Number(text);
  if (text !== "" && Number.isFinite(number)) return number;
  throw new WireError("meaningless", `The bounds need a number as ${key}, not '${text}'`);
}
