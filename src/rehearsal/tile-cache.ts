/** Copies global objects of the tile cache by their documents. */
import { isBuiltInGridSet } from "../model/built-in-grid-sets.ts";
import { pathTo } from "../wire/addressing.ts";
import { parseDiskQuota, renderDiskQuotaInput } from "../wire/disk-quota.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { ALL, each, ifShown, xmlRequest, type Copying } from "./copying.ts";
import { listed } from "./documents.ts";

/** Copies the objects of the given kinds. */
export async function copyTileCache(copying: Copying, kinds: ReadonlySet<string>): Promise<void> {
  if (kinds.has("GridSet"))
    await copyEach(copying, {
      kind: "GridSet",
      element: "gridSet",
      list: pathTo("gridSets", {}, "xml"),
      path: (gridSet) => pathTo("gridSet", { gridSet }, "xml"),
      isThere: isBuiltInGridSet,
    });
  if (kinds.has("DiskQuota")) await copyDiskQuota(copying);
  if (kinds.has("BlobStore"))
    await copyEach(copying, {
      kind: "BlobStore",
      element: "blobStore",
      list: pathTo("blobStores", {}, "xml"),
      path: (blobStore) => pathTo("blobStore", { blobStore }, "xml"),
      isThere: () => false,
    });
}

/** A kind whose objects are created by a PUT. */
interface Copied {
  readonly kind: string;
  readonly element: string;
  readonly list: string;
  readonly path: (name: string) => string;
  /** Whether every tile cache has the object. */
  readonly isThere: (name: string) => boolean;
}

async function copyEach(
  copying: Copying,
  { kind, element, list, path, isThere }: Copied,
): Promise<void> {
  const names = await listed(copying, { kind, workspace: null, name: ALL }, [list, element]);
  const own = (names ?? []).filter((name) => !isThere(name));
  await each(own, async (name) => {
    const address = { kind, workspace: null, name };
    const read = () => getIfThere(copying.original.read, path(name));
    const found = await ifShown(copying, address, read);
    if (found === undefined) return;
    const request = xmlRequest("PUT", path(name), bodyText(found));
    await copying.write(address, { ...request, confidential: true });
  });
}

async function copyDiskQuota(copying: Copying): Promise<void> {
  const path = pathTo("diskQuota", {}, "xml");
  const found = await getIfThere(copying.original.read, path);
  if (found === undefined) return;
  const address = { kind: "DiskQuota", workspace: null, name: "quota" };
  const body = renderDiskQuotaInput(parseDiskQuota(found));
  await copying.write(address, xmlRequest("PUT", path, body));
}
