/**
 * A mosaic in its own folder of the data directory is managed by its definition; of a mosaic
 * elsewhere, manifests hold only documents.
 */
import type { Address } from "../../../model/address.ts";
import { storePlace } from "../../../model/store.ts";
import { memberText, type Tree } from "../../../wire/tree.ts";

export const MOSAIC_TYPE = "ImageMosaic";

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
 * Only a URL relative to the data directory is sure: an absolute one may be another folder of the
 * same names.
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

/** Whether a store's document is of a mosaic in its own folder. */
export function isOwnMosaic(document: Tree, address: Pick<Address, "workspace" | "name">) {
  const isMosaic = memberText(document, "type") === MOSAIC_TYPE;
  return isMosaic && isInOwnFolder(memberText(document, "url") ?? "", storePlace(address));
}
