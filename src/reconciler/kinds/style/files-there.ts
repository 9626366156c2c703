/** Files beside styles on a server. */
import { styleFolder } from "../../../model/style.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { expectFound, get } from "../../../wire/reading.ts";
import { parseResourceType } from "../../../wire/resource.ts";
import type { Reader } from "../../../wire/request.ts";

/**
 * Whether a file is there, by its path in the folder of the styles of a scope; only for servers that show
 * their files. Throws ReadError.
 */
export async function isFileThere(
  read: Reader,
  workspace: string | null,
  file: string,
): Promise<boolean> {
  const path = resourcePath(`${styleFolder(workspace)}/${file}`);
  const response = await get(read, path, { query: { operation: "metadata", format: "xml" } });
  return response.status !== 404 && parseResourceType(expectFound(response, path)) === "resource";
}
