/** Services in which changes of styles, layers and their resources are visible. Pure. */
import { qualifiedName } from "../../../model/layer.ts";
import type { Reach } from "../../kind.ts";

const WMS = "WMS";

export const styleReach: Reach = { services: [WMS] };

export const featureReach: Reach = { services: [WMS, "WFS"] };

export const coverageReach: Reach = { services: [WMS, "WCS"] };

export const tileReach: Reach = { services: ["WMTS", "TMS", "WMS-C"], isCopy: true };

/** A request without a style draws a layer with its default style. */
export const layerReach: Reach = {
  services: [WMS],
  uses: ({ facts }, { used }) => {
    if (used.kind !== "Style") return { how: undefined };
    const name = qualifiedName(used.workspace, used.name);
    if (facts["defaultStyle"] === name) return { how: "by default" };
    return { how: "as an alternate", ends: true };
  },
};

/** A group member with a style of its own does not show changes of its layer's styles. */
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

/** Members drawn with their default style, without their numbers. */
function addressTexts(layers: readonly string[]): ReadonlySet<string> {
  return new Set(layers.map((text) => text.replace(/^\d+\. /, "").replace(/ as $/, "")));
}
