/** Layers with the new names of renamed styles. */
import { compareText } from "../../../model/address.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import type { LayerSettings } from "../../../wire/layer.ts";
import type { Facts, Live, NameNow } from "../../kind.ts";
import { nameOf } from "../published/references.ts";

export function styleNow(text: string, nameNow: NameNow): string {
  return text === "" ? "" : nameOf(nameNow({ kind: "Style", ...splitQualifiedName(text) }));
}

type Drawn = Pick<LayerSettings, "defaultStyle" | "styles">;

export function drawnNow<Settings extends Drawn>(
  settings: Settings,
  nameNow: NameNow | undefined,
): Settings {
  if (nameNow === undefined) return settings;
  const { defaultStyle, styles } = settings;
  const others = styles.map((style) => styleNow(style, nameNow)).toSorted(compareText);
  return { ...settings, defaultStyle: styleNow(defaultStyle, nameNow), styles: others };
}

/** The same for facts; some layers are known only in part. */
export function layerFactsNow({ facts }: Live, nameNow: NameNow): Facts {
  const { defaultStyle, styles } = facts;
  if (typeof defaultStyle !== "string" || !Array.isArray(styles)) return facts;
  return { ...facts, ...drawnNow({ defaultStyle, styles: styles as readonly string[] }, nameNow) };
}
