/** What people set of the feature types of a mapped store and no manifest says, in words. */
import { pathTo } from "../../../wire/addressing.ts";
import { keptOfPublished, keptWords, type Newborn } from "../../../wire/kept-settings.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { bodyText } from "../../../wire/request.ts";
import { parseXml } from "../../../wire/xml.ts";
import type { KindContext } from "../../kind.ts";

/** What a feature type is like that a mapping publishes, but for its keywords. */
export function mappedNewborn({ software }: KindContext["server"]): Omit<Newborn, "keywords"> {
  const calculates = software === "geoserver";
  return { root: "featureType", calculates, policy: calculates ? undefined : "NONE" };
}

/** Settings of feature types, each with its type; titles apart, which layers declare. */
export async function typeWords(
  { read, server }: KindContext,
  place: { readonly workspace: string; readonly store: string },
  types: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    types.map(async (featureType) => {
      const response = await getIfThere(
        read,
        pathTo("storeFeatureType", { ...place, featureType }, "xml"),
      );
      if (response === undefined) return [];
      const { title: _title, ...kept } = keptOfPublished(parseXml(bodyText(response)).content, {
        ...mappedNewborn(server),
        keywords: [["features", featureType], [featureType], ["features"]],
      });
      return keptWords(kept).map((word) =>
        word === "enabled"
          ? `that feature type ${featureType} is disabled`
          : `the ${word} of feature type ${featureType}`,
      );
    }),
  );
  return found.flat();
}
