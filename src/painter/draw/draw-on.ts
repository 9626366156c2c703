/** A new canvas, and what was drawn on it. */
import { digestOf } from "../../model/digest.ts";
import { withoutPasswords } from "../../wire/difference.ts";
import type { Canvas, Drawing } from "./canvas.ts";
import { symbolized } from "./graphic.ts";
import type { SvgNode } from "./svg.ts";

/** Draws on a new canvas. What is said holds no password of an address. */
export function drawOn(
  { scope, pixels, findImage }: Pick<Canvas, "scope" | "pixels" | "findImage">,
  work: (canvas: Canvas) => readonly SvgNode[],
): Drawing {
  const definitions = new Map<string, SvgNode>();
  const [notes, details] = [new Set<string>(), new Set<string>()];
  const canvas: Canvas = {
    scope,
    pixels,
    findImage,
    note: (text) => void notes.add(withoutPasswords(text)),
    tell: (text) => void details.add(withoutPasswords(text)),
    symbolize: symbolized,
    define: (node) => {
      const id = idOf(node);
      const attributes = { ...node.attributes, id };
      definitions.set(id, { ...node, attributes });
      return id;
    },
  };
  const nodes = work(canvas);
  return { nodes, definitions, notes: [...notes], details: [...details] };
}

const ID_LETTERS = 12;

/** The same content has the same id in every picture, so that pictures can stand on one page. */
function idOf(node: SvgNode): string {
  const [, hex = ""] = digestOf(JSON.stringify(node)).split("-");
  return `p${hex.slice(0, ID_LETTERS)}`;
}
