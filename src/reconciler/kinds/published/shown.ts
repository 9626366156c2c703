/** What layers show: the words for it, its documents and where they are changed. */
import type { Address } from "../../../model/address.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { member, referenceName, type Tree } from "../../../wire/tree.ts";

/** By the word for it: the type of its layers, and the root of its document, which is the name of its path. */
export const shown = {
  "feature type": { type: "VECTOR", root: "featureType", single: "storeFeatureType" },
  coverage: { type: "RASTER", root: "coverage", single: "storeCoverage" },
  // A stock server changes neither by the path of its store.
  "WMS layer": { type: "WMS", root: "wmsLayer", single: "wmsLayer" },
  "WMTS layer": { type: "WMTS", root: "wmtsLayer", single: "wmtsLayer" },
} as const;

/** A word for what layers show. */
export type ShownNoun = keyof typeof shown;

/** The word for what layers of a type show. */
export function nounOf(type: unknown): ShownNoun {
  const found = (Object.keys(shown) as ShownNoun[]).find((noun) => shown[noun].type === type);
  return found ?? "feature type";
}

/** The word for what documents of a root are about. */
export function nounOfRoot(root: (typeof shown)[ShownNoun]["root"]): ShownNoun {
  const found = (Object.keys(shown) as ShownNoun[]).find((noun) => shown[noun].root === root);
  return found ?? "feature type";
}

/** Whether another server draws it: a change says the whole document then. */
export function isCascaded(noun: ShownNoun): boolean {
  return noun === "WMS layer" || noun === "WMTS layer";
}

/** The path of its document: below its workspace, or where it is changed. */
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

/** Name of the store that a document names. */
export function storeIn(document: Tree): string {
  return splitQualifiedName(referenceName(member(document, "store")) ?? "").name;
}
