/** Objects that are recreated on request, although nothing differs. Pure. */
import { byAddress } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { objectFault } from "../../../model/object-diagnostic.ts";
import type { Live } from "../../kind.ts";
import { type Change, REPLACE_ASKED } from "./plan.ts";
import type { Renamed } from "./stages.ts";

type ReplaceInput = Pick<Renamed, "kinds" | "governed" | "live" | "replace">;

/** Whether an object can be deleted, alone or with its set. */
export function isRemovable({ kinds }: Pick<ReplaceInput, "kinds">, live: Live): boolean {
  const kind = kinds.get(live.address.kind);
  return kind?.set !== undefined || (kind?.remove?.(live) ?? []).length > 0;
}

/** Members of a set are written together, so that one alone cannot be recreated. */
function isRecreatable(input: ReplaceInput, live: Live): boolean {
  return input.kinds.get(live.address.kind)?.set === undefined && isRemovable(input, live);
}

/** The change of an object, recreated if that is asked for. */
export function asReplaced(input: ReplaceInput, one: Change): Change {
  const { address, action } = one;
  const live = input.live.get(address);
  if (input.replace?.has(address) !== true || live === undefined) return one;
  const isChange = action === "none" || action === "update";
  if (!isChange || !isRecreatable(input, live)) return one;
  return { ...one, action: "replace", because: REPLACE_ASKED };
}

/** Errors for objects to recreate that the plan may not change, or that nobody can delete alone. */
export function findUnreplaceable(input: ReplaceInput): readonly Diagnostic[] {
  const declared = byAddress(input.governed.managed);
  return [...(input.replace ?? [])].flatMap((address) => {
    const [resource, live] = [declared.get(address), input.live.get(address)];
    if (resource !== undefined && (live === undefined || isRecreatable(input, live))) return [];
    const [what, hint] =
      resource === undefined
        ? ["is not among the objects that this plan may change", "status lists what is declared."]
        : ["cannot be deleted on its own", "Name what it comes with, or change its manifest."];
    const where = resource?.where;
    return [objectFault(address, "replace-refused", `of --replace ${what}`, { hint, where })];
  });
}
