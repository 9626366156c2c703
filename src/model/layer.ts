/** Layers: what a catalog publishes of a feature type, and how it is drawn by default. */

/** Name of a layer within the whole catalog, `workspace:name`. */
export function qualifiedName(workspace: string | null, name: string): string {
  return workspace === null ? name : `${workspace}:${name}`;
}

/** Splits `workspace:name`; the workspace is null when the text has none. */
export function splitQualifiedName(text: string): { workspace: string | null; name: string } {
  const colon = text.indexOf(":");
  if (colon < 0) return { workspace: null, name: text };
  return { workspace: text.slice(0, colon), name: text.slice(colon + 1) };
}
