/** The resources behind layers: nouns, documents and paths. */
import type { Address } from "../../../model/address.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { objectPathTo } from "../../../wire/addressing.ts";
import { member, referenceName, type Tree } from "../../../wire/tree.ts";

/**
 * `root` is the root of its document, and the name of its path; `list` and `single` are paths below
 * a store.
 */
export const shown = {
  "feature type": {
    kind: "FeatureType",
    type: "VECTOR",
    root: "featureType",
    store: "dataStore",
    list: "storeFeatureTypes",
    single: "storeFeatureType",
  },
  coverage: {
    kind: "Coverage",
    type: "RASTER",
    root: "coverage",
    store: "coverageStore",
    list: "storeCoverages",
    single: "storeCoverage",
  },
  // A stock server changes neither by the path below its store.
  "WMS layer": {
    kind: "WmsLayer",
    type: "WMS",
    root: "wmsLayer",
    store: "wmsStore",
    list: "wmsStoreLayers",
    single: "wmsLayer",
  },
  "WMTS layer": {
    kind: "WmtsLayer",
    type: "WMTS",
    root: "wmtsLayer",
    store: "wmtsStore",
    list: "wmtsStoreLayers",
    single: "wmtsLayer",
  },
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
  at: Pick<Address, "workspace" | "name"> & { readonly store?: string },
  suffix?: string,
): string {
  const { root, single } = shown[noun];
  return objectPathTo(at.store === undefined ? root : single, at, suffix);
}

export function storeIn(document: Tree): string {
  return splitQualifiedName(referenceName(member(document, "store")) ?? "").name;
}
