/** When other roles of accounts are in force: a stock server keeps those of an account that has logged in for a while. Pure. */
import { compareText } from "../../../model/address.ts";
import { fewOf } from "../../../model/few.ts";
import { sameFact, type GuardFindings, type ServerProfile, type SetChange } from "../../kind.ts";

/** Says so of accounts that stay enabled and get or lose a role or a group. */
export function keptLogins(
  { before, after }: SetChange,
  { software }: ServerProfile,
): GuardFindings {
  const names = [...after.keys()].filter((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined || is?.["enabled"] === false) return false;
    return (["roles", "groups"] as const).some((field) => {
      const [one, other] = [was[field], is?.[field]];
      return one !== undefined && other !== undefined && !sameFact(one, other);
    });
  });
  if (software !== "geoserver" || names.length === 0) return { dangers: [], consequences: [] };
  const whose = fewOf(names.toSorted(compareText));
  return {
    dangers: [],
    consequences: [
      `A GeoServer keeps the roles of an account that has logged in, for 5 minutes after its last request and 10 at most: the other roles of ${whose} are in force after that, or after POST /reload, which is not sent`,
    ],
  };
}
