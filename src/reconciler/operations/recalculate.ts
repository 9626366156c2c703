/** Bounds of feature types and coverages, as the server finds them in the data now. */
import type { Address } from "../../model/address.ts";
import type { Bounds } from "../../model/bounds.ts";
import { splitQualifiedName } from "../../model/layer.ts";
import { documentIn } from "../../wire/answered-document.ts";
import { pathTo } from "../../wire/addressing.ts";
import { parseBounds } from "../../wire/bounds.ts";
import { getIfThere } from "../../wire/reading.ts";
import { recalculation } from "../../wire/recalculation.ts";
import { member, memberFlag, referenceName, type Tree } from "../../wire/tree.ts";
import { OperationError, type Operation, type OperationContext } from "./operation.ts";

export const recalculate: Operation = {
  kinds: ["FeatureType", "Coverage"],
  options: [],
  words: ["Recalculate", "the bounds of", "were recalculated"],
  prepare: async (address, context) => {
    const { name, software } = context;
    const { document, path } = await publishedAt(address, context);
    if (software === "plumbline" && address.kind === "FeatureType")
      throw new OperationError(
        `The server opens no data, so it cannot recalculate ${name}`,
        "Only a server that draws does; declare the bounds in the manifest.",
      );
    const root = rootOf(address);
    return {
      requests: [recalculation(root, path, memberFlag(document, "enabled") ?? true)],
      review: async (reader) => {
        const now = (await publishedAt(address, { name, read: reader })).document;
        const boxes = { native: "nativeBoundingBox", geographic: "latLonBoundingBox" };
        const empty = Object.entries(boxes).filter(([, box]) => holdsNothing(now, box));
        if (empty.length === 0) return [];
        const which = empty.map(([name]) => name).join(" and ");
        return [
          `The ${which} bounds of ${name} hold nothing now: the data are empty, and the layer has no place on a map until they are recalculated`,
        ];
      },
    };
  },
};

function rootOf({ kind }: Address) {
  return kind === "Coverage" ? "coverage" : "featureType";
}

/** The document, and its path below its store. Throws OperationError. */
export async function publishedAt(
  address: Address,
  { read, name: words }: Pick<OperationContext, "read" | "name">,
): Promise<{ readonly document: Tree; readonly path: string }> {
  const { workspace, name } = address;
  const place = { workspace: workspace ?? "", featureType: name, coverage: name };
  const found = await getIfThere(read, pathTo(rootOf(address), place, "xml"));
  if (found === undefined) throw new OperationError(`There is no ${words} on the server`, NAMED);
  const document = documentIn(found).content;
  const { name: store } = splitQualifiedName(referenceName(member(document, "store")) ?? "");
  const single = address.kind === "Coverage" ? "storeCoverage" : "storeFeatureType";
  return { document, path: pathTo(single, { ...place, store }) };
}

export const NAMED = "plumbline get lists what is there, by the addresses that this takes.";

/** An empty table has a box with its sides exchanged; one that was never found out has zeros. */
function holdsNothing(document: Tree, element: string): boolean {
  const box = parseBounds(member(document, element));
  if (box === undefined) return true;
  return isTurned(box) || [box.minx, box.miny, box.maxx, box.maxy].every((side) => side === 0);
}

function isTurned({ minx, miny, maxx, maxy }: Bounds): boolean {
  return minx > maxx || miny > maxy;
}
