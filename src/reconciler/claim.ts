/** Claims objects before a run's first request that takes ownership of them. */
import type { Address } from "../model/address.ts";
import { diagnosed } from "../model/failure.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Plan } from "./engine/plan/plan.ts";
import type { PlanInput } from "./engine/plan/stages.ts";
import { ownedIn, type Inventory } from "./inventory/inventory.ts";
import type { InventoryStore } from "./inventory/store.ts";

export interface ClaimingInput {
  readonly plan: Plan;
  readonly input: PlanInput;
  readonly inventory: Inventory;
  readonly store: InventoryStore;
}

export interface Claimed {
  readonly refusal: readonly Diagnostic[];
  /** Writes made for the claims; `end` makes as many again. */
  readonly writes: number;
  /** A diagnostic reports why the claims remain. */
  readonly end: () => Promise<readonly Diagnostic[]>;
}

const NOTHING: Claimed = { refusal: [], writes: 0, end: async () => [] };

/** Objects that a plan adds to the estate, or takes over. */
export function madeOwn(of: Omit<ClaimingInput, "store">): readonly Address[] {
  const { plan, inventory } = of;
  const { owners } = of.input;
  const owned = ownedIn(inventory);
  return plan.changes.flatMap(({ action, address }) => {
    const isLeft = action === "delete" || action === "forget";
    return isLeft || (owned.has(address) && !owners.has(address)) ? [] : [address];
  });
}

/** Writes nothing where the estate owns all of it. */
export async function claimFor({ plan, input, inventory, store }: ClaimingInput): Promise<Claimed> {
  const { claims } = store;
  const { context, owners } = input;
  const mayTake = input.allow.has("takeover");
  const addresses = madeOwn({ plan, input, inventory });
  if (claims === undefined || addresses.length === 0 || !context.server.resources) return NOTHING;
  const end = async (): Promise<readonly Diagnostic[]> => {
    try {
      await claims.end(context);
      return [];
    } catch (error) {
      return [diagnosed(error, (reason) => failed("warning", `They stay claimed: ${reason}`))];
    }
  };
  try {
    const refusal = await claims.take({ inventory, owners, addresses, context, mayTake });
    if (refusal === undefined) return { refusal: [], writes: 1, end };
    return { ...NOTHING, refusal: [refusal] };
  } catch (error) {
    return { ...NOTHING, refusal: [diagnosed(error, (reason) => failed("error", reason))] };
  }
}

function failed(severity: Diagnostic["severity"], message: string): Diagnostic {
  const hint = "Apply this estate again, so that others need not wait for it.";
  return { code: "owned-meanwhile", severity, message, hint };
}
