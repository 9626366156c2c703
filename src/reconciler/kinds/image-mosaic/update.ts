/** Changes a mosaic. Disabling comes first, so that nothing new is visible meanwhile. */
import type { KindContext, Step, UpdateOf } from "../../kind.ts";
import type { MosaicPayload } from "./payload.ts";
import { mosaicSettings } from "./settings.ts";
import { updateSteps } from "./steps.ts";

export async function updateAll(
  change: UpdateOf<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, payload, facts } = change.resource;
  const names = mosaicSettings.fields.names.filter((name) => change.fields.includes(name));
  const own = mosaicSettings.steps(address, payload.settings, { names });
  if (names.length === change.fields.length) return own;
  const others = await updateSteps(change, context);
  const isDisabling = names.includes("enabled") && facts["enabled"] === false;
  return isDisabling ? [...own, ...others] : [...others, ...own];
}
