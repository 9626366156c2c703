/** Initial settings of a feature type that a mapping publishes. */
import type { NewObjectDefaults } from "../../../wire/kept-settings.ts";
import type { KindContext } from "../../kind.ts";

/** All initial settings but the keywords. */
export function mappedNewborn({
  software,
}: KindContext["server"]): Omit<NewObjectDefaults, "keywords"> {
  const calculates = software === "geoserver";
  return { root: "featureType", calculates, policy: calculates ? undefined : "NONE" };
}
