/** Copies layers: how what stores publish is drawn. */
import { parseLayer } from "../wire/layer.ts";
import { readDocument } from "../wire/answered-document.ts";
import { bodyText } from "../wire/request.ts";
import { each, ifShown, type Copying } from "./copying.ts";
import { namesAt, writeDocument } from "./documents.ts";
import { addressOf, layers as noun, type FoundDocument, type WorkspacePlace } from "./nouns.ts";
import type { StyleName } from "./styles.ts";

/** Why what the original cannot show is not on the copy as it is there. */
export const BROKEN = "the server cannot show it, because it refers to a style that is not there";

/** A layer of the original. */
export interface FoundLayer extends FoundDocument<WorkspacePlace> {
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

/** Gives layers of the copy their own settings. */
export async function copyLayers(copying: Copying, layers: readonly FoundLayer[]): Promise<void> {
  for (const layer of layers) {
    const { at, address, isBroken, isUnstyled } = layer;
    if (isBroken) copying.miss(address, BROKEN);
    if (isBroken) continue;
    if (isUnstyled) copying.unstyled(at.workspace, address.name);
    await writeDocument(copying, noun, layer);
  }
}
