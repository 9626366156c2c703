/** Bounds the total size of a style's pictures. */
import { painter as limits } from "../model/limits.ts";
import type { XmlNode } from "../wire/xml.ts";
import type { Drawing } from "./draw/canvas.ts";

/** Characters of attributes that count as one element. */
const CHARACTERS = 64;

export interface Room {
  readonly isLeft: () => boolean;
  /** A picture may exceed what is left. */
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
