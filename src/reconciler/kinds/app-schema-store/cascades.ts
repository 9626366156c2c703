/**
 * What a server removes along with a store: its layers with their styles, the rules of those
 * layers, what people wrote into its feature types. Titles come back with the layers
 * (docs/compatibility.md, "Cascades").
 */
import { parseFeatureType } from "../../../wire/feature-type.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { Cascade, KindContext, Live, Resource } from "../../kind.ts";
import { lostLayers, lostRules, takenLayers, type Publishers } from "../published/cascades.ts";
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
  const returning = new Map([...owners].filter(([type]) => types.includes(type)));
  return {
    lost: [
      ...(await lostRules(context, workspace, types)),
      ...(await lostLayers(context, workspace, returning)),
    ],
    gone: types
      .filter((type) => !owners.has(type))
      .map((name) => ({ kind: "Layer", workspace, name })),
    contents: types
      .filter((type) => !owners.has(type))
      .map((name) => ({
        addresses: [{ kind: "FeatureType", workspace, name }],
        what: `feature type ${name}`,
        goes: "unless-declared",
      })),
    taken: takenLayers(workspace, types, owners),
    irreversible: await ownWords(context, workspace, live.address.name, kept),
  };
}

/** Which declared store publishes a type: the type may move from one store to another. */
function publishers(workspace: string, declared: readonly Resource<StorePayload>[]): Publishers {
  return new Map(
    declared
      .filter(({ address }) => address.workspace === workspace)
      .flatMap(({ address, facts }) =>
        (facts["featureTypes"] as readonly string[]).map(
          (type) => [type, { owner: address, store: address.name, givesTitle: false }] as const,
        ),
      ),
  );
}

/** Abstracts and the like that somebody gave to feature types; a new type starts without them. */
export async function ownWords(
  { read }: KindContext,
  workspace: string,
  store: string,
  types: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    types.map(async (featureType) => {
      const response = await getIfThere(
        read,
        pathTo("storeFeatureType", { workspace, store, featureType }, "xml"),
      );
      if (response === undefined) return [];
      const { abstract, enabled, keywords } = parseFeatureType(response);
      const usual = new Set([featureType, "features"]);
      return [
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
