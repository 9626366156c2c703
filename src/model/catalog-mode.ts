/** The catalog mode: what somebody without read access sees of a layer. */

/** From the strictest to the most open. */
export const catalogModes = ["HIDE", "MIXED", "CHALLENGE"] as const;

/** One of the three modes (docs/interface.md, 2.9). */
export type CatalogMode = (typeof catalogModes)[number];

/** Reads a mode; case counts. Undefined when the text is none. */
export function parseCatalogMode(text: string): CatalogMode | undefined {
  return catalogModes.find((mode) => mode === text);
}

/** Whether going from one mode to the other shows more than before. */
export function loosens(from: CatalogMode, to: CatalogMode): boolean {
  return catalogModes.indexOf(to) > catalogModes.indexOf(from);
}
