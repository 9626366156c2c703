/**
 * Mosaics are made and kept by their definition, in a folder of their own in the data directory. One that
 * lies elsewhere is somebody else's: of that a catalog only holds documents, and so do manifests.
 */

/** Type of a coverage store that holds a mosaic. */
export const MOSAIC_TYPE = "ImageMosaic";

/** Whether the definition of a mosaic lies where uploads put it. */
export function isInOwnFolder(
  url: string,
  { workspace, store }: { readonly workspace: string; readonly store: string },
): boolean {
  const plain = url.replaceAll("%20", " ").replaceAll("%2B", "+");
  const parts = plain.split(/[:/]+/);
  return parts.some(
    (part, at) => part === "data" && parts[at + 1] === workspace && parts[at + 2] === store,
  );
}
