/**
 * What a server removes along with the layers of a store: the rules of those layers, their styles,
 * their slots in layer groups (docs/compatibility.md, "Cascades").
 */
import { ruleAddress, ruleHangsOnLayer } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { qualifiedName } from "../../../model/layer.ts";
import { readAccessRules } from "../../../wire/access-rules.ts";
import { readLayerGroups } from "../../../wire/layer-group.ts";
import { readLayerSettings, type LayerSettings } from "../../../wire/layer.ts";
import type { KindContext, Live } from "../../kind.ts";

/** The rules of layers, as they are. */
export async function lostRules(
  { read }: KindContext,
  workspace: string,
  layers: readonly string[],
): Promise<readonly Live[]> {
  if (layers.length === 0) return [];
  const { rules } = await readAccessRules(read);
  return [...rules]
    .filter(([key]) => layers.some((layer) => ruleHangsOnLayer(key, workspace, layer)))
    .map(([key, roles]) => ({ address: ruleAddress(key), facts: { roles }, requires: [] }));
}

/**
 * Layers that come back, where they are not as a fresh one is: `owners` are the stores that publish
 * them, `style` is the default style of a fresh layer.
 */
export async function lostLayers(
  { read }: KindContext,
  workspace: string,
  { owners, style }: { readonly owners: ReadonlyMap<string, Address>; readonly style: string },
): Promise<readonly Live[]> {
  const found = await Promise.all(
    [...owners].map(async ([name, owner]): Promise<Live | undefined> => {
      const settings = await readLayerSettings(read, qualifiedName(workspace, name));
      if (settings === undefined || isAsCreated(settings, style)) return undefined;
      const address: Address = { kind: "Layer", workspace, name };
      return { address, facts: { ...settings }, requires: [owner] };
    }),
  );
  return found.filter((live) => live !== undefined);
}

/** A layer as the upload makes it: there is nothing to bring back. */
function isAsCreated(
  { defaultStyle, styles, enabled, queryable, opaque }: LayerSettings,
  style: string,
): boolean {
  return defaultStyle === style && styles.length === 0 && enabled && queryable && !opaque;
}

/** Places of layers in layer groups, in words: they cannot be brought back. */
export async function groupSlots(
  { read }: KindContext,
  workspace: string,
  layers: readonly string[],
): Promise<readonly string[]> {
  if (layers.length === 0) return [];
  const mine = new Set(layers.map((layer) => qualifiedName(workspace, layer)));
  const groups = await readLayerGroups(read, workspace);
  return groups.flatMap((group) =>
    group.layers
      .map((layer) => (layer.includes(":") ? layer : qualifiedName(group.workspace, layer)))
      .filter((layer) => mine.has(layer))
      .map(
        (layer) =>
          `the place of layer ${layer} in layer group ${qualifiedName(group.workspace, group.name)}`,
      ),
  );
}
