/** Checks for files beside styles on a server. */
import { posix } from "node:path";
import { styleFolder } from "../../../model/style.ts";
import { listFolder, resourceTypeAt } from "../../../wire/resource.ts";
import type { KindContext } from "../../kind.ts";

/** From this number of files in one folder, the folder is listed. */
const LIST_FROM = 4;

interface Folder {
  asked: number;
  names: Promise<ReadonlySet<string>> | undefined;
}

/**
 * Only for servers that show their files. From the file number `listFrom` of a folder, it is
 * listed once, and a file outside of the list is missing. Throws ReadError, WireError.
 */
export async function isFileThere(
  { read, kept }: KindContext,
  workspace: string | null,
  file: string,
  listFrom = LIST_FROM,
): Promise<boolean> {
  const place = `${styleFolder(workspace)}/${file}`;
  const { dir, base } = posix.parse(place);
  const folder = kept?.<Folder>(`files in ${dir}`, () => ({ asked: 0, names: undefined }));
  if (folder !== undefined && ++folder.asked >= listFrom) {
    folder.names ??= listFolder(read, dir).then((names) => new Set(names));
    if (!(await folder.names).has(base)) return false;
  }
  return (await resourceTypeAt(read, place)) === "resource";
}
