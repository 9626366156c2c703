/** A new canvas and the drawing made on it. */
import type { Canvas, Drawing, MapKey } from "./canvas.ts";
import { contentId } from "./content-id.ts";
import { symbolized } from "./graphic.ts";
import type { SvgNode } from "./svg.ts";
import { withoutPasswords } from "../../wire/difference.ts";

/** Draws on a new canvas. Reports hold no passwords of addresses. */
export function drawOn(
  { scope, pixels, findImage }: Pick<Canvas, "scope" | "pixels" | "findImage">,
  work: (canvas: Canvas) => readonly SvgNode[],
): Drawing {
  const definitions = new Map<string, SvgNode>();
  const [notes, details] = [new Set<string>(), new Set<string>()];
  const keys: MapKey[] = [];
  const canvas: Canvas = {
    scope,
    pixels,
    findImage,
    note: (text) => void notes.add(withoutPasswords(text)),
    tell: (text) => void details.add(withoutPasswords(text)),
    explain: (key) => void keys.push({ ...key, text: withoutPasswords(key.text) }),
    symbolize: symbolized,
    define: (node) => {
      // Equal content has the same id in every picture, so pictures can share a page.
      const id = contentId(JSON.stringify(node));
      const attributes = { ...node.attributes, id };
      definitions.set(id, { ...node, attributes });
      return id;
    },
  };
  const nodes = work(canvas);
  return { nodes, definitions, notes: [...notes], details: [...details], keys };
}
