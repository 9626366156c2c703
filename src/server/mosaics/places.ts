/** Store folders, `data/{workspace}/{store}`; `%` escapes names that some file systems change. */
import { join } from "node:path";
import { digestOf } from "../../model/digest.ts";
import { http } from "../../model/limits.ts";
import type { MosaicPlace } from "../catalog/mosaic.ts";

/** Device names of some systems, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Different names have different folders. */
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

/** Returns the parent of all store folders. */
export function storesFolder(dataFolder: string): string {
  return join(dataFolder, "data");
}

/** Returns the default staging folder of a data folder. */
export function stagingFolderIn(dataFolder: string): string {
  return join(dataFolder, "staging");
}

/** Returns the folder of a store. */
export function placeFolder(dataFolder: string, { workspace, store }: MosaicPlace): string {
  return join(storesFolder(dataFolder), folderName(workspace), folderName(store));
}

/** Whether a path is relative, with `/`, without `.` and `..`. */
export function isRelativePath(path: string): boolean {
  if (/[\u0000-\u001f\\]/.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
