/** Where changes of styles, layers and what is behind them are seen. Pure. */
import { qualifiedName } from "../../../model/layer.ts";
import type { Reach } from "../../kind.ts";

const WMS = "WMS";

/** Of styles. */
export const styleReach: Reach = { services: [WMS] };

/** Of feature types and of stores that publish some. */
export const featureReach: Reach = { services: [WMS, "WFS"] };

/** Of coverages and mosaics. */
export const coverageReach: Reach = { services: [WMS, "WCS"] };

/** Of tile layers. */
export const tileReach: Reach = { services: ["WMTS", "TMS", "WMS-C"], isCopy: true };

/** Of layers: what is drawn with a layer is drawn with its default style, unless it names another. */
export const layerReach: Reach = {
  services: [WMS],
  uses: ({ facts }, { used }) => {
    if (used.kind !== "Style") return { how: undefined };
    const name = qualifiedName(used.workspace, used.name);
    if (facts["defaultStyle"] === name) return { how: "by default" };
    return { how: "as an alternate", ends: true };
  },
};

/** Of layer groups: a member with a style of its own does not show what becomes of its layer's. */
export const groupReach: Reach = {
  services: [WMS],
  uses: ({ facts }, { used, changed }) => {
    if (used.kind === "Style") return { how: "for a member" };
    const { layers } = facts;
    if (changed.kind !== "Style" || !Array.isArray(layers)) return { how: undefined };
    const name = qualifiedName(used.workspace, used.name);
    const own = used.kind === "LayerGroup" ? [`group ${name}`] : [name];
    const members = addressTexts(layers);
    return own.some((one) => members.has(one)) ? { how: undefined } : undefined;
  },
};

/** Members that are drawn as they are by themselves, without their numbers. */
function addressTexts(layers: readonly string[]): ReadonlySet<string> {
  return new Set(layers.map((text) => text.replace(/^\d+\. /, "").replace(/ as $/, "")));
}
