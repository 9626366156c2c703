/** Copies global objects of the tile cache by their documents. */
import { each } from "../model/each.ts";
import { cacheNouns, type AnyCacheNoun } from "../model/nouns.ts";
import { objectPathTo, pathTo } from "../wire/addressing.ts";
import { parseDiskQuota, renderDiskQuotaInput } from "../wire/disk-quota.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { ALL, ifShown, xmlRequest, type Copying } from "./copying.ts";
import { listed } from "./documents.ts";

/** Copies the objects of the given kinds. */
export async function copyTileCache(copying: Copying, kinds: ReadonlySet<string>): Promise<void> {
  if (kinds.has("DiskQuota")) await copyDiskQuota(copying);
  for (const noun of cacheNouns) if (kinds.has(noun.kind)) await copyEach(copying, noun);
}

async function copyEach(copying: Copying, { kind, member, builtIn }: AnyCacheNoun): Promise<void> {
  const list = pathTo(`${member}s`, {}, "xml");
  const names = await listed(copying, { kind, workspace: null, name: ALL }, [list, member]);
  const own = (names ?? []).filter((name) => builtIn?.().has(name) !== true);
  await each(own, async (name) => {
    const address = { kind, workspace: null, name };
    const path = objectPathTo(member, { name }, "xml");
    const found = await ifShown(copying, address, () => getIfThere(copying.original.read, path));
    if (found === undefined) return;
    const request = xmlRequest("PUT", path, bodyText(found));
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
