/**
 * Values that must be unique on a server, such as namespace URIs: the giver is changed before the
 * taker, and unresolvable conflicts are reported first.
 */
import { formatAddress, isSameAddress } from "../../../model/address.ts";
import { byAddress, groupByAddress, type AddressMap } from "../../../model/address-map.ts";
import { findCycles } from "../../../model/cycle.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { withKinds, type AnyKind, type Live } from "../../kind.ts";
import type { Change } from "./plan.ts";
import type { Cascaded, Handover, Ordered, Rival } from "./stages.ts";
import { forChanges } from "./unreadable.ts";

type Handovers = Pick<Ordered, "handovers" | "rivals" | "diagnostics">;

const NONE: Handovers = { handovers: [], rivals: [], diagnostics: [] };

/** Reads the server only where a value is taken. */
export async function findHandovers(input: Cascaded): Promise<Handovers> {
  const all: Handovers[] = [];
  for (const [kind, own] of withKinds(input.kinds, input.changes))
    all.push(await handoversOf(input, kind, own));
  return {
    handovers: all.flatMap(({ handovers }) => handovers),
    rivals: all.flatMap(({ rivals }) => rivals),
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
  };
}

async function handoversOf(
  { context, live, continuations, resources }: Cascaded,
  { name, names }: AnyKind,
  own: readonly Change[],
): Promise<Handovers> {
  const unique = names?.unique;
  if (unique === undefined) return NONE;
  const changeOf = byAddress(own);
  const valuesAfter = ({ address, after }: Change): readonly string[] => {
    const from = continuations.before(address) ?? address;
    const declared: unknown = resources.get(address)?.payload;
    return unique.values({ ...live.get(from)?.facts, ...after }, declared);
  };
  const takings = own.filter(isMade).flatMap((change) => {
    const before = change.before === undefined ? [] : unique.values(change.before);
    const fresh = valuesAfter(change).filter((value) => !before.includes(value));
    return fresh.map((value) => ({ change, value }));
  });
  if (takings.length === 0) return NONE;
  const values = new Set(takings.map(({ value }) => value));
  const takers = takings.map(({ change: { address } }) => address);
  const known = [...live].flatMap(([address, one]) => (address.kind === name ? [one] : []));
  const there = await forChanges(takers, () => unique.find(context, values, known));
  if (there === undefined) return NONE;
  const keeps = ({ address }: Live, value: string): boolean => {
    const change = changeOf.get(address);
    if (change?.action === "delete") return false;
    return change === undefined || !isMade(change) || valuesAfter(change).includes(value);
  };
  const handovers: Handover[] = [];
  const rivals: Rival[] = [];
  for (const { change, value } of takings) {
    const rival = takings.find((one) => one.value === value && one.change !== change);
    const holders = there.filter(
      (one) =>
        unique.values(one.facts).includes(value) && !isSameAddress(one.address, change.address),
    );
    const holder = holders.find((one) => keeps(one, value))?.address ?? rival?.change.address;
    if (holder !== undefined)
      rivals.push({ taker: change.address, holder, what: `${unique.label} ${value}` });
    else handovers.push(...holders.map(({ address: giver }) => ({ giver, taker: change.address })));
  }
  const circles = findCircles(handovers, changeOf);
  const inCircle = new Set(circles.flat());
  return {
    handovers: handovers.filter((one) => !inCircle.has(one)),
    rivals,
    diagnostics: circles.map((circle) => inTurn(circle, unique.label, changeOf)),
  };
}

function isMade({ action }: Change): boolean {
  return action === "create" || action === "update" || action === "replace";
}

/** Cycles of handovers. A giver that is deleted, even to be recreated, does not wait. */
function findCircles(
  handovers: readonly Handover[],
  changes: AddressMap<Change>,
): readonly (readonly Handover[])[] {
  const byTaker = groupByAddress(handovers, ({ taker }) => taker);
  const givesWhatFor = ({ giver }: Handover) =>
    changes.get(giver)?.action === "replace" ? [] : (byTaker.get(giver) ?? []);
  return [...findCycles(handovers, givesWhatFor)].map((circle) => circle.slice(0, -1));
}

function inTurn(
  circle: readonly Handover[],
  label: string,
  changes: AddressMap<Change>,
): Diagnostic {
  const keys = circle.map(({ taker }) => formatAddress(taker));
  const [first] = circle;
  const where = first && changes.get(first.taker)?.where;
  const message = `Each takes the ${label} of the next: ${[...keys, keys[0]].join(" → ")}`;
  const hint = `Declare another ${label} for one of them and apply that first.`;
  return fault("dependency-cycle", message, { hint, where, address: keys[0] ?? "" });
}
