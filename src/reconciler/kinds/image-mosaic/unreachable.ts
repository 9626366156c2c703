/** Granules that a mirror cannot remove: an index is reached only through a published coverage. */
import { formatAddress } from "../../../model/address.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { fewOf } from "../../../model/few.ts";
import { setIn, type Facts, type Live, type Resource } from "../../kind.ts";
import type { MosaicPayload } from "./payload.ts";
import { timeOf } from "./window.ts";

export function unreachable(
  resource: Resource<MosaicPayload>,
  found: { readonly live: Live | undefined; readonly recorded: Facts | undefined },
): readonly Diagnostic[] {
  const { address, payload, where } = resource;
  const { live, recorded = {} } = found;
  const isShown = live === undefined || live.facts["granules"] !== undefined;
  const published = setIn(live?.facts ?? {}, "published");
  const isReached = (payload.coverages ?? []).length + published.length > 0;
  if (payload.granules.policy !== "mirror" || isShown || isReached) return [];
  const left = setIn(recorded, "granules").filter((location) => isToGo(payload, location));
  if (left.length === 0) return [];
  const key = formatAddress(address);
  const [what, them] =
    left.length === 1 ? ["1 granule", "the granule"] : [`${left.length} granules`, "them"];
  const message = `${key} publishes no coverage, so ${what} cannot be removed: ${fewOf(left)}`;
  const hint = `Publish a coverage of it, bring ${them} back, or declare policy: add-only.`;
  return [fault("mosaic-granules", message, { hint, where, address: key })];
}

/** Granules outside of the window stay. */
function isToGo({ granules, definition }: MosaicPayload, location: string): boolean {
  const { locations = [], window } = granules;
  if (locations.includes(location)) return false;
  const time = window && timeOf(definition, location, window);
  return window === undefined || time === undefined || time > window.since;
}
