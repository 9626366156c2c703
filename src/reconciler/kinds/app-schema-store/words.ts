/** What a feature type is like that a mapping publishes. */
import type { Newborn } from "../../../wire/kept-settings.ts";
import type { KindContext } from "../../kind.ts";

/** What a feature type is like that a mapping publishes, but for its keywords. */
export function mappedNewborn({ software }: KindContext["server"]): Omit<Newborn, "keywords"> {
  const calculates = software === "geoserver";
  return { root: "featureType", calculates, policy: calculates ? undefined : "NONE" };
}
