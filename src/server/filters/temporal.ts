/** Relations of an instant with a period. */
import type { Period, TemporalRelation } from "../../model/filter.ts";

type Relation = (at: number, period: Period) => boolean;

const before: Relation = (at, { from }) => at < from;
const after: Relation = (at, { to }) => at > to;
const during: Relation = (at, { from, to }) => from < at && at < to;

const RELATIONS: Readonly<Record<TemporalRelation, Relation>> = {
  before,
  after,
  during,
  equals: (at, { from, to }) => at === from && at === to,
  "before-or-during": (at, period) => before(at, period) || during(at, period),
  "during-or-after": (at, period) => after(at, period) || during(at, period),
};

/** Whether an instant has that relation to a period; the ends are not during it. */
export function isAt(relation: TemporalRelation, at: number, period: Period): boolean {
  return RELATIONS[relation](at, period);
}
