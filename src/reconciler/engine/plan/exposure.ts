/**
 * What operations show and hide, and the order that follows: within one part of a catalog, first
 * what only hides, then what does both, then what only shows
 * (docs/decisions/0086-order-by-exposure.md). Pure.
 */
import type { Address } from "../../../model/address.ts";
import { byAddress } from "../../../model/address-map.ts";
import {
  effectOf,
  NARROWS,
  overlaps,
  together,
  WIDENS,
  type Effect,
  type Scope,
  type ScopedEffect,
} from "../../../model/exposure.ts";
import type { AnyKind, Facts } from "../../kind.ts";
import type { Clash, OperationAction, Operation, Precedence, Role } from "./operation.ts";
import { effectsByAddress, type Change } from "./plan.ts";
import { batchChange, type BatchInput } from "./set-change.ts";

export function exposures(
  input: BatchInput,
): (operation: OperationAction) => readonly ScopedEffect[] {
  const changes = byAddress(input.changes);
  const comesBack = effectsByAddress(input.effects.toReversed());
  const effectsIn = (kind: AnyKind, role: Role, address: Address) => {
    const scopeOf = (facts: Facts) => kind.access?.scope?.(address, facts) ?? ownScope(address);
    const live = input.live.get(address)?.facts ?? {};
    const change = changes.get(address);
    if (role === "reapply") {
      const facts = comesBack.get(address)?.live.facts ?? {};
      return [{ ...ofComing(kind, facts), scope: scopeOf(facts) }];
    }
    if (change === undefined) return [];
    const { action, after = {} } = change;
    if (action === "update")
      return ofUpdate(kind, change, { role, live: { ...live, ...change.before }, scopeOf });
    return role === "removal"
      ? [{ ...ofGoing(kind, live), scope: scopeOf(live) }]
      : [{ ...ofComing(kind, after), scope: scopeOf(after) }];
  };
  return ({ kind: name, role, address, part }) => {
    const kind = input.kinds.get(name);
    if (kind === undefined) return [];
    const found =
      address === undefined
        ? kind.set?.effects(batchChange(input, kind, part).change)
        : effectsIn(kind, role, address);
    return (found ?? []).filter(({ narrows, widens }) => narrows || widens);
  };
}

function ofComing(kind: AnyKind, facts: Facts): Effect {
  return kind.access?.exposes ? WIDENS : ofFields(kind, {}, facts);
}

function ofGoing(kind: AnyKind, facts: Facts): Effect {
  return kind.access?.exposes ? NARROWS : ofFields(kind, facts, {});
}

/** Where an update begins with a removal, that step does the hiding. */
function ofUpdate(
  kind: AnyKind,
  { address, fields, after }: Change,
  { role, live, scopeOf }: { role: Role; live: Facts; scopeOf: (facts: Facts) => Scope },
): readonly ScopedEffect[] {
  const now = { ...live, ...after };
  if (kind.access?.effects !== undefined) {
    const names = fields.map(({ field }) => field);
    return kind.access.effects({ address, before: live, after: now, fields: names });
  }
  const isRemoval = role === "removal";
  const detached = new Set(kind.inside?.detach?.fields);
  const effect = together(
    fields.map(({ field, before, after: next }) => {
      const { narrows, widens } = effectOf(kind.fields[field]?.exposure, before, next);
      return {
        narrows: narrows && detached.has(field) === isRemoval,
        widens: widens && !isRemoval,
      };
    }),
  );
  return [{ ...effect, scope: scopeOf(now) }];
}

function ofFields(kind: AnyKind, before: Facts, after: Facts): Effect {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return together(
    [...names].map((name) => effectOf(kind.fields[name]?.exposure, before[name], after[name])),
  );
}

function ownScope({ workspace, name }: Address): Scope {
  return { workspace: workspace ?? "", layer: name, door: "maps" };
}

/** Clashes are operations without a safe order. */
export function precedences(operations: Iterable<Operation>): {
  readonly precedences: readonly Precedence[];
  readonly clashes: readonly Clash[];
} {
  const found: Precedence[] = [];
  const clashes: Clash[] = [];
  const ranked = [...operations].flatMap((operation) =>
    operation.effects.map((effect) => ({ operation, scope: effect.scope, rank: rankOf(effect) })),
  );
  for (const [one, other] of pairs(ranked)) {
    if (one.operation === other.operation || !overlaps(one.scope, other.scope)) continue;
    if (one.rank < other.rank) found.push({ earlier: one.operation, later: other.operation });
    else if (one.rank === OTHER && other.rank === OTHER && one.operation.id < other.operation.id)
      clashes.push({ one: one.operation, other: other.operation });
  }
  return { precedences: found, clashes };
}

const NARROWING = 0;
const OTHER = 1;
const WIDENING = 2;

function rankOf({ narrows, widens }: Effect): number {
  if (narrows && widens) return OTHER;
  return narrows ? NARROWING : WIDENING;
}

interface Ranked {
  readonly operation: Operation;
  readonly scope: Scope;
  readonly rank: number;
}

/** Pairs that can overlap: of the same layer, or of more than one layer. */
function* pairs(all: readonly Ranked[]): Generator<readonly [Ranked, Ranked]> {
  const layerOf = ({ scope: { workspace, layer } }: Ranked) =>
    typeof layer === "string" && typeof workspace === "string"
      ? JSON.stringify([workspace, layer])
      : undefined;
  const byLayer = Map.groupBy(all, layerOf);
  const wide = byLayer.get(undefined) ?? [];
  for (const one of all) {
    if (one.rank === WIDENING) continue;
    const layer = layerOf(one);
    const others = layer === undefined ? [all] : [byLayer.get(layer) ?? [], wide];
    for (const other of others.flat()) yield [one, other];
  }
}
