/** Copies layers: how what stores publish is drawn. */
import type { Address } from "../model/address.ts";
import { qualifiedName } from "../model/layer.ts";
import { parseLayer } from "../wire/layer.ts";
import { parseNames } from "../wire/list.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { documentAt, each, xmlRequest, type Copying } from "./copying.ts";
import type { StyleName } from "./styles.ts";

/** A layer of the original. */
export interface FoundLayer {
  readonly workspace: string;
  readonly name: string;
  readonly document: string;
  readonly styles: readonly StyleName[];
}

/** The layers of a workspace. */
export async function readLayers(
  copying: Copying,
  workspace: string,
): Promise<readonly FoundLayer[]> {
  const list = await getIfThere(
    copying.original.read,
    pathTo("workspaceLayers", { workspace }, "xml"),
  );
  const names = list === undefined ? [] : parseNames(list, "layer");
  const found = await each(names, async (name): Promise<FoundLayer | undefined> => {
    const path = pathTo("layer", { layer: qualifiedName(workspace, name) }, "xml");
    const document = await documentAt(copying, path);
    if (document === undefined) return undefined;
    const { defaultStyle, styles = [] } = parseLayer(document.response);
    const used = defaultStyle === undefined ? styles : [defaultStyle, ...styles];
    return { workspace, name, document: document.text, styles: used };
  });
  return found.filter((layer) => layer !== undefined);
}

/** Gives layers of the copy, which came with what they show, their own settings. */
export async function copyLayers(copying: Copying, layers: readonly FoundLayer[]): Promise<void> {
  for (const { workspace, name, document } of layers) {
    const address: Address = { kind: "Layer", workspace, name };
    const path = pathTo("layer", { layer: qualifiedName(workspace, name) });
    await copying.write(address, xmlRequest("PUT", path, document));
  }
}
