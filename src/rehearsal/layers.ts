/** Copies the settings of layers. */
import { each } from "../model/each.ts";
import { parseLayer } from "../wire/layer.ts";
import { readDocument } from "../wire/answered-document.ts";
import { bodyText } from "../wire/request.ts";
import { ifShown, type Copying } from "./copying.ts";
import { namesAt, writeDocument } from "./documents.ts";
import { addressOf, layers as noun, type FoundDocument, type WorkspacePlace } from "./nouns.ts";
import type { StyleName } from "./styles.ts";

/** Why a layer or group differs on the copy. */
export const BROKEN = "the server cannot show it, because it refers to a style that is not there";

export interface FoundLayer extends FoundDocument<WorkspacePlace> {
  readonly styles: readonly StyleName[];
  /** The original cannot show the layer. */
  readonly isBroken: boolean;
  /** The layer has no default style. */
  readonly isUnstyled: boolean;
}

export async function readLayers(
  copying: Copying,
  workspace: string,
): Promise<readonly FoundLayer[]> {
  const at = { workspace };
  const names = await namesAt(copying, noun, at);
  const found = await each(names, (name) =>
    ifShown(copying, addressOf(noun, at, name), () => readLayer(copying, at, name)),
  );
  return found.filter((layer) => layer !== undefined);
}

async function readLayer(
  { original }: Copying,
  at: WorkspacePlace,
  name: string,
): Promise<FoundLayer | undefined> {
  const shown = await readDocument(original.read, noun.path(at, name, "xml"));
  if (shown === undefined) return undefined;
  const { response, broken } = shown;
  const known = { address: addressOf(noun, at, name), at, text: bodyText(response), response };
  if (broken !== undefined) return { ...known, styles: [], isBroken: true, isUnstyled: false };
  const { defaultStyle, styles = [] } = parseLayer(response);
  const used = defaultStyle === undefined ? styles : [defaultStyle, ...styles];
  return { ...known, styles: used, isBroken: false, isUnstyled: defaultStyle === undefined };
}

export async function copyLayers(copying: Copying, layers: readonly FoundLayer[]): Promise<void> {
  for (const layer of layers) {
    const { at, address, isBroken, isUnstyled } = layer;
    if (isBroken) copying.miss(address, BROKEN);
    if (isBroken) continue;
    if (isUnstyled) copying.unstyled(at.workspace, address.name);
    await writeDocument(copying, noun, layer);
  }
}
