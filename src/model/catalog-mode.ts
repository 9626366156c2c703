/** Catalog modes: what users without read access see of a layer. */

/** From the strictest to the most open. */
export const catalogModes = ["HIDE", "MIXED", "CHALLENGE"] as const;

/** A catalog mode (docs/interface.md, 2.9). */
export type CatalogMode = (typeof catalogModes)[number];

/** Parses a mode, case-sensitively. */
export function parseCatalogMode(text: string): CatalogMode | undefined {
  return catalogModes.find((mode) => mode === text);
}

/** Whether the change shows more. */
export function loosens(from: CatalogMode, to: CatalogMode): boolean {
  return catalogModes.indexOf(to) > catalogModes.indexOf(from);
}
