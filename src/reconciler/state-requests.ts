/** Requests of a run that keep the state of its estate. */
import { madeOwn } from "./claim.ts";
import { noted } from "./engine/run/closing.ts";
import { isEmpty } from "./inventory/journal.ts";
import { writesNothing, type PlanMade } from "./reconcile.ts";

/**
 * The most writes to the state of an estate during a run, without lock renewals: lock, claims and
 * journal at both ends, inventory, history.
 */
export function stateRequests(planned: PlanMade): number {
  if (writesNothing(planned)) return 0;
  const { plan, journal, input } = planned;
  const claims = input.context.server.resources && madeOwn(planned).length > 0;
  const isNoted = journal !== undefined || !isEmpty(noted(plan, input.unsent));
  const atBothEnds = [true, claims, isNoted].filter(Boolean).length;
  return 2 * atBothEnds + 2;
}
