/** Copies layers: how what stores publish is drawn. */
import type { Address } from "../model/address.ts";
import { qualifiedName } from "../model/layer.ts";
import { parseLayer } from "../wire/layer.ts";
import { parseNames } from "../wire/list.ts";
import { pathTo } from "../wire/addressing.ts";
import { readMaybeBroken } from "../wire/broken-off.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { each, xmlRequest, type Copying } from "./copying.ts";
import type { StyleName } from "./styles.ts";

/** Why what the original cannot show is not on the copy as it is there. */
export const BROKEN = "the server cannot show it, because it refers to a style that is not there";

/** A layer of the original. */
export interface FoundLayer {
  readonly workspace: string;
  readonly name: string;
  readonly document: string;
  readonly styles: readonly StyleName[];
  /** Set where the original cannot show the layer. */
  readonly isBroken: boolean;
  /** Set where the original draws it with no style of its own. */
  readonly isUnstyled: boolean;
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
    const document = await readMaybeBroken(copying.original.read, path);
    if (document === undefined) return undefined;
    const known = { workspace, name, document: bodyText(document.response) };
    if (document.broken !== undefined)
      return { ...known, styles: [], isBroken: true, isUnstyled: false };
    const { defaultStyle, styles = [] } = parseLayer(document.response);
    const used = defaultStyle === undefined ? styles : [defaultStyle, ...styles];
    return { ...known, styles: used, isBroken: false, isUnstyled: defaultStyle === undefined };
  });
  return found.filter((layer) => layer !== undefined);
}

/** Gives layers of the copy, which came with what they show, their own settings. */
export async function copyLayers(copying: Copying, layers: readonly FoundLayer[]): Promise<void> {
  for (const { workspace, name, document, isBroken, isUnstyled } of layers) {
    const address: Address = { kind: "Layer", workspace, name };
    if (isBroken) copying.miss(address, BROKEN);
    if (isBroken) continue;
    if (isUnstyled) copying.unstyled(workspace, name);
    const path = pathTo("layer", { layer: qualifiedName(workspace, name) });
    await copying.write(address, xmlRequest("PUT", path, document));
  }
}
