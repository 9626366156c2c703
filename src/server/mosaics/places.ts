/**
 * Where the files of a store are: `data/{workspace}/{store}` in the data folder. Names that some
 * file system would read as another one are spelled out with `%`; ordinary names stay as they are.
 */
import { join } from "node:path";
import { digestOf } from "../../model/digest.ts";
import { http } from "../../model/limits.ts";
import type { MosaicPlace } from "../catalog/mosaic.ts";

/** Names of devices on some systems, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The name of the folder for an object of the catalog; names that differ have folders that do. */
function folderName(name: string): string {
  const escaped = name
    .replaceAll("%", "%25")
    .replace(/^\./, "%2E")
    .replace(/\.$/, "%2E")
    .replace(DEVICE, (device) => `%${hexOf(device)}${device.slice(1)}`);
  return Buffer.byteLength(escaped) <= http.nameBytes ? escaped : `%${digestOf(name)}`;
}

function hexOf(text: string): string {
  return text.charCodeAt(0).toString(16).toUpperCase();
}

/** The folder below the data folder that holds the folders of all stores. */
export function storesFolder(dataFolder: string): string {
  return join(dataFolder, "data");
}

/** The folder in a data folder for what is not a store's yet, unless there is another one for it. */
export function stagingFolderIn(dataFolder: string): string {
  return join(dataFolder, "staging");
}

/** The folder of a store. */
export function placeFolder(dataFolder: string, { workspace, store }: MosaicPlace): string {
  return join(storesFolder(dataFolder), folderName(workspace), folderName(store));
}

/** Whether a text is a path below a folder: relative, with `/`, without `.` and `..`. */
export function isRelativePath(path: string): boolean {
  if (/[\u0000-\u001f\\]/.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
