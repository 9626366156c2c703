/** Files beside styles on a server. */
import { posix } from "node:path";
import { styleFolder } from "../../../model/style.ts";
import { listFolder, resourceTypeAt } from "../../../wire/resource.ts";
import type { KindContext } from "../../kind.ts";

/** From this many files of one folder on, the folder is listed. */
const LIST_FROM = 4;

/** What is known of a folder. */
interface Folder {
  asked: number;
  names: Promise<ReadonlySet<string>> | undefined;
}

/**
 * Whether a file is there, by its path in the folder of the styles of a scope; only for servers that show their files. Of
 * many files of a plan, what the listing of their folder does not name is not there; it is listed from the file on whose
 * number is `listFrom`. Throws ReadError, WireError.
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
