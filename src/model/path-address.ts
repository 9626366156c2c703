/** Finds the object of a REST path. */
import type { Address } from "./address.ts";
import { splitQualifiedName } from "./layer.ts";
import { withoutEnd } from "./trim.ts";

/** Kinds by the path segment before a name. */
const kinds: Readonly<Record<string, string>> = {
  workspaces: "Workspace",
  namespaces: "Workspace",
  datastores: "DataStore",
  coveragestores: "CoverageStore",
  wmsstores: "WmsStore",
  wmtsstores: "WmtsStore",
  featuretypes: "FeatureType",
  coverages: "Coverage",
  wmslayers: "WmsLayer",
  wmtslayers: "WmtsLayer",
  layers: "Layer",
  layergroups: "LayerGroup",
  styles: "Style",
};

/** Document suffixes. */
const FORM = /\.(?:json|xml|sld|css|zip|html)$/i;

/** The REST path of a URL: `rest/styles/roads` of `/geoserver/rest/styles/roads.json`. */
export function pathIn(address: string): string | undefined {
  const [, path] = /\/((?:gwc\/)?rest\/[^?#]*)/.exec(address) ?? [];
  return path === undefined ? undefined : withoutEnd(path.replace(FORM, ""), "/");
}

/** Decoded segments of a path. */
export function namesOfPath(path: string): readonly string[] {
  return path.split("/").map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
}

/**
 * The catalog object that a path names, or the one around it, such as a granule's coverage.
 * Undefined for lists and other paths.
 */
export function addressInPath(path: string): Address | undefined {
  const { addresses, isList } = walked(path);
  return isList ? undefined : addresses.at(-1);
}

/** All objects that a path names, the outermost first: also those around a list. */
export function addressesInPath(path: string): readonly Address[] {
  return walked(path).addresses;
}

function walked(path: string): {
  readonly addresses: readonly Address[];
  readonly isList: boolean;
} {
  const [root, ...names] = namesOfPath(path);
  const addresses: Address[] = [];
  if (root !== "rest") return { addresses, isList: false };
  for (let at = 0; at < names.length; at += 2) {
    const kind = kinds[names[at] ?? ""];
    const name = names[at + 1];
    if (kind === undefined) break;
    if (name === undefined) return { addresses, isList: true };
    addresses.push(within(addresses.at(-1), kind, name));
  }
  return { addresses, isList: false };
}

/** Global layer paths may use qualified names. */
function within(around: Address | undefined, noun: string, name: string): Address {
  const kind = noun === "Layer" && around?.kind === "WmtsStore" ? "WmtsLayer" : noun;
  const workspace = around?.kind === "Workspace" ? around.name : (around?.workspace ?? null);
  if (kind === "Layer" && workspace === null) return { kind, ...splitQualifiedName(name) };
  return { kind, workspace, name };
}
