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

/**
 * Whether the address says for sure that a mosaic lies there: relative to the data directory. Behind an
 * absolute one another folder of the same names may be meant.
 */
export function isSurelyOwnFolder(
  url: string,
  { workspace, store }: { readonly workspace: string; readonly store: string },
): boolean {
  const plain = url.replaceAll("%20", " ").replaceAll("%2B", "+");
  const folder = `file:data/${workspace}/${store}`;
  const isInside = plain === folder || plain.startsWith(`${folder}/`);
  return isInside && !plain.split("/").includes("..");
}
