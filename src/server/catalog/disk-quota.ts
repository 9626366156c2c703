/** The disk quota of the tile cache (docs/compatibility.md, "Tile cache"). */
import { freshDiskQuota, type DiskQuota, type DiskQuotaPatch } from "../../model/disk-quota.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

const KEY = { kind: "disk-quota", workspace: null, name: "quota" } as const;

/** Returns the quota in force. */
export async function diskQuota(reader: CatalogReader): Promise<DiskQuota> {
  const found = await reader.get(KEY.kind, KEY.workspace, KEY.name);
  // Older records have no layer quotas.
  return { ...freshDiskQuota, ...found?.value };
}

/** Changes and stores the quota. Deviation: disk-quota-kept. */
export async function setDiskQuota(
  writer: CatalogWriter,
  patch: DiskQuotaPatch,
): Promise<DiskQuota> {
  const said = Object.entries(patch).filter(([, value]) => value !== undefined);
  const quota = { ...(await diskQuota(writer)), ...Object.fromEntries(said) };
  await writer.put(KEY, quota);
  return quota;
}
