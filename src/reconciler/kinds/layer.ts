/**
 * Layers, as far as this version manages them: it does not declare them, but what a recreated
 * store took along comes back to them.
 */
import type { Address } from "../../model/address.ts";
import { qualifiedName, splitQualifiedName } from "../../model/layer.ts";
import { readLayerSettings, renderLayerInput } from "../../wire/layer.ts";
import { mediaTypes } from "../../wire/media.ts";
import { pathOf } from "../../wire/paths.ts";
import { bindKind, type Facts, type Kind, type KindContext, type Live } from "../kind.ts";

const FLAGS = ["enabled", "queryable", "opaque"] as const;

const kind: Kind<unknown, undefined> = {
  name: "Layer",
  weight: 60,
  fields: {
    defaultStyle: { onChange: "update", label: "default style" },
    styles: { onChange: "update", label: "styles" },
    enabled: { onChange: "update", label: "enabled" },
    queryable: { onChange: "update", label: "queryable" },
    opaque: { onChange: "update", label: "opaque" },
  },
  observe: async (context, wanted) => {
    const lives = await Promise.all(wanted.map(({ address }) => observe(context, address)));
    return lives.filter((live) => live !== undefined);
  },
  restore: ({ address, facts }) => [
    {
      summary: `give layer ${qualifiedName(address.workspace, address.name)} its styles back`,
      request: {
        method: "PUT",
        path: pathOf("layer", { layer: qualifiedName(address.workspace, address.name) }),
        mediaType: mediaTypes.xml,
        body: { kind: "text", text: renderSettings(facts) },
      },
    },
  ],
};

async function observe({ read }: KindContext, address: Address): Promise<Live | undefined> {
  const settings = await readLayerSettings(read, qualifiedName(address.workspace, address.name));
  return settings && { address, facts: { ...settings }, requires: [] };
}

function renderSettings(facts: Facts): string {
  const styles = facts["styles"] as readonly string[];
  const defaultStyle = String(facts["defaultStyle"]);
  const usual: Readonly<Record<string, boolean>> = {
    enabled: true,
    queryable: true,
    opaque: false,
  };
  const flags = FLAGS.filter((flag) => facts[flag] !== usual[flag]).map(
    (flag) => [flag, facts[flag] === true] as const,
  );
  return renderLayerInput({
    defaultStyle: defaultStyle === "" ? undefined : splitQualifiedName(defaultStyle),
    styles: styles.map(splitQualifiedName),
    flags: Object.fromEntries(flags),
  });
}

/** The kind `Layer`. */
export const layerKind = bindKind(kind);
