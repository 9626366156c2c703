/** Makes a mosaic with all that its manifest says. */
import type { KindContext, Resource, Step } from "../../kind.ts";
import { hiddenMeanwhile } from "../document/hidden.ts";
import { leftoverSteps, staleFileSteps } from "./leftovers.ts";
import type { MosaicPayload } from "./payload.ts";
import { mosaicSettings } from "./settings.ts";
import { createSteps } from "./steps.ts";

/** A mosaic that is to be disabled is made enabled: nobody sees its layers meanwhile. */
export async function createAll(
  resource: Resource<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, facts, payload, brings = [] } = resource;
  const { settings, ruled = [] } = payload;
  const names = mosaicSettings.unusual(address, facts);
  const steps = [
    ...(await staleFileSteps(resource, context)),
    ...(await createSteps(resource, context)),
    ...(await leftoverSteps(resource, context)),
    ...mosaicSettings.steps(address, settings, { names }),
  ];
  if (!names.includes("enabled")) return steps;
  const open = brings.filter(({ name }) => !ruled.includes(name));
  return hiddenMeanwhile(open, steps, context);
}
