/** What a running server (3.0) adds or leaves out when it writes a style: by the member of the model, with what is meant. */
import { isDeepStrictEqual } from "node:util";
import { isRecord } from "./sld-filter.ts";
import type { SldStyle } from "./sld-model.ts";
import type { Json } from "./sld-values.ts";

const manners: Readonly<Record<string, (value: Json) => Json>> = {
  /** A label without a placement is written with the one that is meant then. */
  placement: (value) => {
    const meant = { anchor: [0, 0.5], displacement: [0, 0], rotation: 0 };
    return isDeepStrictEqual(value, meant) ? null : value;
  },
  /** An image is looked for, and written with the address where it was found, or tidied. */
  image: (value) =>
    typeof value === "string"
      ? value.replace(/^file:.*\/styles\//, "").replace(/^\.\//, "")
      : value,
  /** Of the fonts of a label only the first is written. */
  fonts: (value) => (Array.isArray(value) ? value.slice(0, 1) : value),
};

function meant(value: Json): Json {
  if (Array.isArray(value)) return value.map(meant);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, one]): [string, Json] => {
    const [inner, manner] = [meant(one), manners[name]];
    return [name, manner === undefined ? inner : manner(inner)];
  });
  return Object.fromEntries(members);
}

/** A style without what such a server adds. */
export function meantStyle(style: SldStyle): SldStyle {
  return {
    ...style,
    levels: style.levels.map((level) => ({
      ...level,
      rules: level.rules.map((rule) => ({ ...rule, symbolizers: rule.symbolizers.map(meant) })),
    })),
  };
}
