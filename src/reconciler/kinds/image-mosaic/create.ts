/** Makes a mosaic with all that its manifest says. */
import type { KindContext, Resource, Step } from "../../kind.ts";
import { leftoverSteps, staleFileSteps } from "./leftovers.ts";
import type { MosaicPayload } from "./payload.ts";
import { mosaicSettings } from "./settings.ts";
import { createSteps } from "./steps.ts";

/** Makes it, with what its files leave and the settings of its store. */
export async function createAll(
  resource: Resource<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, facts, payload } = resource;
  const names = mosaicSettings.unusual(address, facts);
  return [
    ...(await staleFileSteps(resource, context)),
    ...(await createSteps(resource, context)),
    ...(await leftoverSteps(resource, context)),
    ...mosaicSettings.steps(address, payload.settings, { names }),
  ];
}
