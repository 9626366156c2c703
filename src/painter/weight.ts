/** How much of a page pictures take, so that the pictures of a style stay within a bound. */
import { painter as limits } from "../model/limits.ts";
import type { XmlNode } from "../wire/xml.ts";
import type { Drawing } from "./draw/canvas.ts";

/** Characters of attributes that weigh as much as an element. */
const CHARACTERS = 64;

/** Room for the pictures of a style, in elements. */
export interface Room {
  readonly isLeft: () => boolean;
  /** Takes room for a picture, even where there is not so much left. */
  readonly take: (drawing: Drawing) => void;
}

/** Room for the elements of one style. */
export function openRoom(): Room {
  let left: number = limits.nodes;
  return {
    isLeft: () => left > 0,
    take: ({ nodes, definitions }) => {
      left -= weightOf([...nodes, ...definitions.values()]);
    },
  };
}

function weightOf(nodes: readonly XmlNode[]): number {
  return nodes.reduce((sum, node) => {
    if (typeof node === "string" || !("children" in node)) return sum + 1;
    const values = Object.values(node.attributes ?? {});
    const characters = values.reduce((length, value) => length + value.length, 0);
    return sum + 1 + characters / CHARACTERS + weightOf(node.children);
  }, 0);
}
