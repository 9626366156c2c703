/** Copies tile layers, because the copy creates its own. */
import { compareText, type Address } from "../model/address.ts";
import { each } from "../model/each.ts";
import { qualifiedName } from "../model/layer.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { members } from "../wire/tree.ts";
import { asWritten, parseXml, renderXml } from "../wire/xml.ts";
import { ALL, ifShown, xmlRequest, type Copying } from "./copying.ts";
import { listed } from "./documents.ts";

/** Sets the original's settings, and deletes tile layers that the original lacks. */
export async function copyTileLayers(
  copying: Copying,
  of: readonly Pick<Address, "workspace" | "name">[],
): Promise<void> {
  const all = { kind: "TileLayer", workspace: null, name: ALL };
  const found = await listed(copying, all, [pathTo("tileLayers", {}, "xml"), "layer"]);
  if (found === undefined) return;
  const there = new Set(found);
  const names = of.map(({ workspace, name }) => ({
    address: { kind: "TileLayer", workspace, name },
    tileLayer: qualifiedName(workspace, name),
  }));
  await each(
    names.toSorted((a, b) => compareText(a.tileLayer, b.tileLayer)),
    async (one) => {
      const { address, tileLayer } = one;
      const path = pathTo("tileLayer", { tileLayer });
      if (!there.has(tileLayer)) return copying.attempt({ method: "DELETE", path });
      const body = await ifShown(copying, address, async () => {
        const from = pathTo("tileLayer", { tileLayer }, "xml");
        const found = await getIfThere(copying.original.read, from);
        return found && withoutId(bodyText(found));
      });
      return body === undefined ? body : copying.write(address, xmlRequest("PUT", path, body));
    },
  );
}

/** Ids of the original do not exist on the copy. */
function withoutId(text: string): string {
  const { root, content } = parseXml(text);
  const kept = members(content).filter(([name]) => name !== "id");
  return renderXml(root, Object.fromEntries(kept.map(([name, node]) => [name, asWritten(node)])));
}
