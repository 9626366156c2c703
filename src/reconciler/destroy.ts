/** The plan that deletes everything an estate owns, by pruning with nothing declared. */
import { formatAddress } from "../model/address.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { inventoryWith, type Inventory, type OwnedObject } from "./inventory/inventory.ts";
import type { Lifecycle, Resource } from "./kind.ts";
import type { Desired } from "./manifest/resolve.ts";
import { loadEstate, type Connection, type Estate } from "./estate.ts";
import { planDesired, type Planned } from "./reconcile.ts";

/**
 * A protected object blocks the plan; orphaned, observed and elsewhere declared objects are
 * forgotten and stay. Change limits do not apply. An estate without manifests can be destroyed; one
 * with invalid manifests cannot, as they may protect something. Rejects when the server cannot be
 * read.
 */
export async function planDestruction(estate: Estate, connection: Connection): Promise<Planned> {
  const declared = await declaredIn(estate, connection);
  const { diagnostics } = declared;
  if (hasErrors(diagnostics)) return { ok: false, estate, desired: declared, diagnostics };
  const { manifests, resources } = declared.state;
  const nothing = { ...declared, state: { resources: [], exclusiveScopes: [], manifests } };
  const allow = new Set([...estate.allow, "over-limit" as const]);
  const whole: Estate = { ...estate, prune: "owned", scope: undefined, allow };
  const planned = await planDesired(whole, nothing, connection, {
    owned: (inventory) => asDeclared(inventory, resources),
    ends: declared.state,
  });
  return { ...planned, destroys: true };
}

async function declaredIn(estate: Estate, { bodies }: Connection): Promise<Desired> {
  // Nothing declared is sent, so missing secrets do no harm.
  const desired = await loadEstate({ ...estate, secrets: "at-hand" }, bodies);
  const diagnostics = desired.diagnostics.filter(({ code }) => code !== "no-manifests");
  return { ...desired, diagnostics };
}

/** The inventory with the lifecycles of the manifests. */
function asDeclared(inventory: Inventory, resources: readonly Resource[]): Inventory {
  const lifecycles = new Map(
    resources.map(({ address, lifecycle }) => [formatAddress(address), lifecycle]),
  );
  const objects = [...inventory.objects].map(
    ([key, owned]) => [key, withLifecycle(owned, lifecycles.get(key))] as const,
  );
  return inventoryWith(inventory.estate, new Map(objects));
}

/** A recorded `protect` counts too: removing it needs an apply first. */
function withLifecycle(owned: OwnedObject, lifecycle: Lifecycle | undefined): OwnedObject {
  if (lifecycle === undefined || owned.lifecycle === "protect") return owned;
  return { ...owned, lifecycle: lifecycle === "protect" ? "protect" : "orphan" };
}
