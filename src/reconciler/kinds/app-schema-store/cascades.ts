/**
 * What a server removes along with a store: its layers with their styles, the rules of those
 * layers, slots in layer groups, what people wrote into its feature types
 * (docs/compatibility.md, "Cascades").
 */
import { ruleAddress, ruleHangsOnLayer } from "../../../model/access-rule.ts";
import type { Address } from "../../../model/address.ts";
import { qualifiedName } from "../../../model/layer.ts";
import { readAccessRules } from "../../../wire/access-rules.ts";
import { parseFeatureType } from "../../../wire/feature-type.ts";
import { readLayerGroups } from "../../../wire/layer-group.ts";
import { readLayerSettings, type LayerSettings } from "../../../wire/layer.ts";
import { pathOf } from "../../../wire/paths.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Cascade, KindContext, Live, Resource } from "../../kind.ts";
import { configuredTypes } from "./observe.ts";
import type { StorePayload } from "./source.ts";

/** Finds out what goes with a store, and what of it comes back with the stores that are declared. */
export async function cascades(
  context: KindContext,
  live: Live,
  declared: readonly Resource<StorePayload>[],
): Promise<Cascade> {
  const workspace = live.address.workspace ?? "";
  const types = await configuredTypes(context, workspace, live.address.name);
  const owners = publishers(workspace, declared);
  const kept = types.filter((type) => owners.has(type));
  return {
    lost: [
      ...(await lostRules(context, workspace, types)),
      ...(await lostLayers(context, workspace, owners, kept)),
    ],
    gone: types
      .filter((type) => !owners.has(type))
      .map((name) => ({ kind: "Layer", workspace, name })),
    contents: [],
    irreversible: [
      ...(await groupSlots(context, workspace, types)),
      ...(await ownWords(context, workspace, live.address.name, kept)),
    ],
  };
}

/** Which declared store publishes a type: the type may move from one store to another. */
function publishers(
  workspace: string,
  declared: readonly Resource<StorePayload>[],
): ReadonlyMap<string, Address> {
  return new Map(
    declared
      .filter(({ address }) => address.workspace === workspace)
      .flatMap(({ address, facts }) =>
        (facts["featureTypes"] as readonly string[]).map((type) => [type, address] as const),
      ),
  );
}

async function lostRules(
  { read }: KindContext,
  workspace: string,
  layers: readonly string[],
): Promise<readonly Live[]> {
  const { rules } = await readAccessRules(read);
  return [...rules]
    .filter(([key]) => layers.some((layer) => ruleHangsOnLayer(key, workspace, layer)))
    .map(([key, roles]) => ({ address: ruleAddress(key), facts: { roles }, requires: [] }));
}

async function lostLayers(
  { read }: KindContext,
  workspace: string,
  owners: ReadonlyMap<string, Address>,
  layers: readonly string[],
): Promise<readonly Live[]> {
  const found = await Promise.all(
    layers.map(async (name): Promise<Live | undefined> => {
      const settings = await readLayerSettings(read, qualifiedName(workspace, name));
      if (settings === undefined || isAsCreated(settings)) return undefined;
      const owner = owners.get(name);
      const requires = owner === undefined ? [] : [owner];
      return { address: { kind: "Layer", workspace, name }, facts: { ...settings }, requires };
    }),
  );
  return found.filter((live) => live !== undefined);
}

/** A layer as the upload makes it: there is nothing to bring back. */
function isAsCreated({ defaultStyle, styles, enabled, queryable, opaque }: LayerSettings): boolean {
  return defaultStyle === "generic" && styles.length === 0 && enabled && queryable && !opaque;
}

async function groupSlots(
  { read }: KindContext,
  workspace: string,
  layers: readonly string[],
): Promise<readonly string[]> {
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

/** Titles and the like that somebody gave to feature types; a new type starts without them. */
async function ownWords(
  { read }: KindContext,
  workspace: string,
  store: string,
  types: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    types.map(async (featureType) => {
      const response = await getIfThere(
        read,
        pathOf("storeFeatureType", { workspace, store, featureType }, "xml"),
      );
      if (response === undefined) return [];
      const { title, abstract, enabled, keywords } = parseFeatureType(response);
      const usual = new Set([featureType, "features"]);
      return [
        ...(title === "" || title === featureType
          ? []
          : [`the title of feature type ${featureType}`]),
        ...(abstract === "" ? [] : [`the abstract of feature type ${featureType}`]),
        ...(keywords.every((keyword) => usual.has(keyword))
          ? []
          : [`the keywords of feature type ${featureType}`]),
        ...(enabled ? [] : [`that feature type ${featureType} is disabled`]),
      ];
    }),
  );
  return found.flat();
}
