/** A stock server answers with success to a tile layer without geometry, and keeps none. */
import { formatAddress } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { readDocument } from "../../../wire/answered-document.ts";
import type { FoundObject, Resource } from "../../kind.ts";
import { withoutGeometry } from "../document/attributes.ts";
import { geometryStyle } from "../published/geometry-style.ts";
import type { TileLayerPayload } from "./declared.ts";

/** An error where the attributes, from a manifest or the server, hold no geometry. */
export async function ofPlainType(
  resource: Resource<TileLayerPayload>,
  found?: FoundObject<TileLayerPayload>,
): Promise<readonly Diagnostic[]> {
  const { address, where } = resource;
  const isOfStock = found?.isNew === true && found.context.server.software === "geoserver";
  if (!isOfStock || !(await isPlain(resource, found))) return [];
  return [
    {
      code: "stock-refuses",
      severity: "error",
      address: formatAddress(address),
      message: "The feature type has no geometry: a stock server keeps no tile layer of it",
      hint: "Remove this manifest, or give the feature type an attribute with a geometry.",
      where,
    },
  ];
}

async function isPlain(
  { address: { workspace, name }, payload: { tiled, attributes } }: Resource<TileLayerPayload>,
  { context }: FoundObject<TileLayerPayload>,
): Promise<boolean> {
  if (tiled !== "vector" || workspace === null) return false;
  if (attributes !== undefined) return withoutGeometry(attributes);
  const path = pathTo("featureType", { workspace, featureType: name }, "xml");
  const there = await readDocument(context.read, path);
  return there !== undefined && there.broken === undefined && geometryStyle(there.content) === "";
}
