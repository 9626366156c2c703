/** Commands on feature types; creating them is the business of uploads. */
import { CatalogError } from "./errors.ts";
import { FALLBACK_STYLE, putLayer, refuseLayerInGroup, removeLayer } from "./layer.ts";
import type { Stored } from "./records.ts";
import type { CatalogWriter } from "./unit-of-work.ts";

/** Removes a feature type; its layer must be gone or go with it, and be in no group. */
export async function deleteFeatureType(
  writer: CatalogWriter,
  type: Stored<"feature-type">,
  options: { recurse: boolean },
): Promise<void> {
  const workspace = type.workspace ?? "";
  const layer = await writer.get("layer", workspace, type.name);
  if (layer !== undefined && !options.recurse) {
    throw new CatalogError("feature-type-in-use", "feature type referenced by layer(s)");
  }
  if (layer !== undefined) {
    await refuseLayerInGroup(writer, workspace, type.name);
    await removeLayer(writer, workspace, type.name);
  }
  await writer.remove({ kind: "feature-type", workspace, name: type.name });
}

/** Publishes a type of a store with a layer; a name that is taken gets a number appended. */
export async function publishFeatureType(
  writer: CatalogWriter,
  { workspace, store, nativeName }: { workspace: string; store: string; nativeName: string },
): Promise<void> {
  let name = nativeName;
  for (let n = 1; (await writer.get("feature-type", workspace, name)) !== undefined; n++) {
    name = `${nativeName}${n}`;
  }
  const value = { store, nativeName, title: name, enabled: true };
  await writer.put({ kind: "feature-type", workspace, name }, value);
  await putLayer(
    writer,
    { workspace, name },
    {
      type: "VECTOR",
      store,
      defaultStyle: FALLBACK_STYLE,
      styles: [],
      enabled: true,
      queryable: true,
      opaque: false,
    },
  );
}
