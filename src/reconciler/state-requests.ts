/** What a run costs beside the requests of its plan: those that keep the state of its estate. */
import { madeOwn } from "./claim.ts";
import { noted } from "./engine/run/closing.ts";
import { isEmpty } from "./inventory/journal.ts";
import { writesNothing, type PlanMade } from "./reconcile.ts";

/**
 * How many writes keep the state of an estate at most when a plan runs, beside those that keep its lock as time
 * passes: the lock, the claims and the journal at both ends, the inventory and the history.
 */
export function stateRequests(planned: PlanMade): number {
  if (writesNothing(planned)) return 0;
  const { plan, journal, input } = planned;
  const claims = input.context.server.resources && madeOwn(planned).length > 0;
  const isNoted = journal !== undefined || !isEmpty(noted(plan, input.unsent));
  const atBothEnds = [true, claims, isNoted].filter(Boolean).length;
  return 2 * atBothEnds + 2;
}
