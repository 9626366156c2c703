/** Deletes what layers show where layer groups hold the layers. */
import type { Address } from "../../../model/address.ts";
import { qualifiedName } from "../../../model/layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type { Step } from "../../kind.ts";
import type { ShownNoun } from "./shown.ts";

/**
 * Deletes a feature type or coverage with its layer, out of all groups. Asked for the feature type or
 * coverage, servers refuse; asked for the layer, they also delete what it shows
 * (docs/compatibility.md, "Cascades"). The ETag that was read is not the layer's.
 */
export function removeByLayer(
  noun: ShownNoun,
  { workspace, name }: Pick<Address, "workspace" | "name">,
): Step {
  return {
    summary: `delete ${noun} ${name} with its layer, out of layer groups`,
    request: {
      method: "DELETE",
      path: pathTo("layer", { layer: qualifiedName(workspace, name) }),
      query: { recurse: "true" },
    },
  };
}
