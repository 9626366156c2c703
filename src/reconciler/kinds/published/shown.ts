/** The resources behind layers: nouns, documents and paths. */
import type { Address } from "../../../model/address.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { member, referenceName, type Tree } from "../../../wire/tree.ts";

/** `root` is the root of its document, and the name of its path. */
export const shown = {
  "feature type": { type: "VECTOR", root: "featureType", single: "storeFeatureType" },
  coverage: { type: "RASTER", root: "coverage", single: "storeCoverage" },
  // A stock server changes neither by the path below its store.
  "WMS layer": { type: "WMS", root: "wmsLayer", single: "wmsLayer" },
  "WMTS layer": { type: "WMTS", root: "wmtsLayer", single: "wmtsLayer" },
} as const;

export type ShownNoun = keyof typeof shown;

export function nounOf(type: unknown): ShownNoun {
  const found = (Object.keys(shown) as ShownNoun[]).find((noun) => shown[noun].type === type);
  return found ?? "feature type";
}

export function nounOfRoot(root: (typeof shown)[ShownNoun]["root"]): ShownNoun {
  const found = (Object.keys(shown) as ShownNoun[]).find((noun) => shown[noun].root === root);
  return found ?? "feature type";
}

/** Whether another server draws it; a change then sends the whole document. */
export function isCascaded(noun: ShownNoun): boolean {
  return noun === "WMS layer" || noun === "WMTS layer";
}

/** The path is below the workspace, or below the store for changes. */
export function shownPath(
  noun: ShownNoun,
  { workspace, name, store }: Pick<Address, "workspace" | "name"> & { readonly store?: string },
  suffix?: string,
): string {
  const { root, single } = shown[noun];
  const names = { featureType: name, coverage: name, wmsLayer: name, wmtsLayer: name };
  const place = { workspace: workspace ?? "", store: store ?? "", ...names };
  return pathTo(store === undefined ? root : single, place, suffix);
}

export function storeIn(document: Tree): string {
  return splitQualifiedName(referenceName(member(document, "store")) ?? "").name;
}
