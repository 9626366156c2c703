/** Creates a mosaic, with the clean-up of left-over files and the settings of its store. */
import type { KindContext, Resource, Step } from "../../kind.ts";
import { leftoverSteps, staleFileSteps } from "./leftovers.ts";
import type { MosaicPayload } from "./payload.ts";
import { mosaicSettings } from "./settings.ts";
import { createSteps } from "./steps.ts";

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
