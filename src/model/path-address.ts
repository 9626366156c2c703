/** Which object a path of the interface names, for what knows a request by its path alone. */
import type { Address } from "./address.ts";
import { splitQualifiedName } from "./layer.ts";
import { withoutEnd } from "./trim.ts";

/** Kinds by the segment in front of a name. */
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

/** Forms of documents, which are no part of an object's path. */
const FORM = /\.(?:json|xml|sld|css|zip|html)$/i;

/**
 * The path of what a request or a link is about, below the address of the server: `rest/styles/roads` of
 * `/geoserver/rest/styles/roads.json`. Undefined for what is none of the interface.
 */
export function pathIn(address: string): string | undefined {
  const [, path] = /\/((?:gwc\/)?rest\/[^?#]*)/.exec(address) ?? [];
  return path === undefined ? undefined : withoutEnd(path.replace(FORM, ""), "/");
}

/** Names in a path, as people read them. */
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
 * The object of the catalog that such a path names, or that what it names lies in, as a granule in its coverage.
 * Undefined for lists, and for what has other paths than the catalog.
 */
export function addressInPath(path: string): Address | undefined {
  const [root, ...names] = namesOfPath(path);
  if (root !== "rest") return undefined;
  let found: Address | undefined;
  for (let at = 0; at < names.length; at += 2) {
    const kind = kinds[names[at] ?? ""];
    const name = names[at + 1];
    if (kind === undefined) break;
    if (name === undefined) return undefined;
    found = within(found, kind, name);
  }
  return found;
}

/** A name in what stands before it. A layer outside of a workspace may be called by its qualified name. */
function within(around: Address | undefined, noun: string, name: string): Address {
  const kind = noun === "Layer" && around?.kind === "WmtsStore" ? "WmtsLayer" : noun;
  const workspace = around?.kind === "Workspace" ? around.name : (around?.workspace ?? null);
  if (kind === "Layer" && workspace === null) return { kind, ...splitQualifiedName(name) };
  return { kind, workspace, name };
}
