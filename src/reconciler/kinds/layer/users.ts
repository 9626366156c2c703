/** Layers drawn with styles to be deleted: a server would refuse the deletion. */
import type { Address } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import type { KindContext, Live, Resource, Used } from "../../kind.ts";
import { observeLayer, requirementsOf } from "./observe.ts";

/**
 * Layers of all workspaces, by default or alternate style: one list, and a read for each layer
 * that was not read yet.
 */
export async function layersUsing(
  context: KindContext,
  { addresses, known }: Used,
): Promise<readonly Live[]> {
  const used = addressSet(addresses.filter(({ kind }) => kind === "Style"));
  if (used.size === 0) return [];
  const names = await namesAt(context.read, pathTo("layers", {}, "xml"), "layer");
  const found = await Promise.all(
    names.map(async (name) => {
      const address = { kind: "Layer", ...splitQualifiedName(name) };
      const seen = known(address);
      return isWhole(seen) ? seen : observeLayer(context, address);
    }),
  );
  return found
    .filter((live) => live !== undefined)
    .filter(({ requires }) => requires.some((one) => used.has(one)));
}

/** Some layers were read only for their presence. */
function isWhole(live: Live | undefined): live is Live {
  return live?.facts["defaultStyle"] !== undefined && live.facts["styles"] !== undefined;
}

export function keptByLayer(live: Live, { facts }: Resource): readonly Address[] {
  const left = Object.entries(live.facts).filter(([field]) => facts[field] === undefined);
  return requirementsOf(live.address, Object.fromEntries(left));
}
