/** Deletes published objects whose layers are in layer groups. */
import type { Address } from "../../../model/address.ts";
import { qualifiedName } from "../../../model/layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type { Step } from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";
import type { ShownNoun } from "./shown.ts";

/**
 * Servers refuse to DELETE a feature type or coverage in layer groups; a DELETE of its layer also
 * deletes it (docs/compatibility.md, "Cascades"). The ETag that was read is not the layer's.
 */
export function removeByLayer(
  noun: ShownNoun,
  { workspace, name }: Pick<Address, "workspace" | "name">,
): Step {
  const path = pathTo("layer", { layer: qualifiedName(workspace, name) });
  const summary = `delete ${noun} ${name} with its layer, out of layer groups`;
  return deletion(summary, path, { query: { recurse: "true" } });
}
