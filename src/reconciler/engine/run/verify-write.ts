/**
 * Compares the objects of a request with the plan, before or after it, and finds what failed
 * creations left: some servers keep an object although they report a failure
 * (docs/decisions/0052-what-servers-really-did.md). Reads only.
 */
import type { Address } from "../../../model/address.ts";
import {
  addressMap,
  byAddress,
  type AddressMap,
  addressSet,
  type AddressSet,
} from "../../../model/address-map.ts";
import {
  sameFact,
  type AnyKind,
  type Facts,
  type KindContext,
  type Live,
  type CascadeEffect,
  type Resource,
} from "../../kind.ts";
import { observeKind } from "../plan/observe-kind.ts";
import { effectsByAddress, type Change, type Plan, type PlannedStep } from "../plan/plan.ts";
import { stillOpen } from "../plan/resume.ts";
import { namesAfter } from "../plan/renames.ts";
import { wordsNotGivenBack } from "./given-back.ts";
import { isBug } from "../../../model/failure.ts";
import type { StepReport } from "./events.ts";

interface WriteVerificationInput {
  readonly plan: Plan;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly resources: AddressMap<Resource>;
}

export interface WriteVerification {
  /** Whether a step's objects are as it leaves them; false where that cannot be seen. */
  readonly isAsPlanned: (step: PlannedStep) => Promise<boolean>;
  /** The first object of a step that is not as the plan found it. */
  readonly findTouched: (step: PlannedStep) => Promise<Address | undefined>;
  /** Effects that are still open, with the present state. */
  readonly stillMissing: (effects: readonly CascadeEffect[]) => Promise<readonly CascadeEffect[]>;
  readonly observe: (addresses: readonly Address[]) => Promise<AddressMap<Live>>;
}

export function openWriteVerification(given: WriteVerificationInput): WriteVerification {
  const { plan, kinds } = given;
  // References to a renamed object use its new name, before and after the rename.
  const nameNow = namesAfter(plan.changes);
  const input = { ...given, context: { ...given.context, ...(nameNow && { nameNow }) } };
  const changes = byAddress(plan.changes);
  const all = [...plan.resumes, ...plan.steps.flatMap(({ effects }) => effects)];
  const effects = effectsByAddress(all);
  const observe = (names: ReadonlyMap<Address, Address>) => observeNow(input, names);
  const asNamed = (addresses: readonly Address[]) =>
    observe(new Map(addresses.map((address) => [address, address])));
  const about = (address: Address) => ({
    change: changes.get(address),
    effect: effects.get(address),
    kind: kinds.get(address.kind),
  });
  const wantedOf = (address: Address) => {
    const { change, effect } = about(address);
    return change?.action === "delete" ? undefined : (change?.after ?? effect?.live.facts);
  };
  return {
    observe: asNamed,
    isAsPlanned: async (step) => {
      if (step.leaves === undefined) return false;
      const meanwhile = byAddress(step.meanwhile ?? []);
      const shown = [...step.addresses, ...meanwhile.addresses()];
      const live = await asNamed(shown);
      const later = plan.steps.slice(plan.steps.indexOf(step) + 1);
      return (
        shown.length > 0 &&
        shown.every((address) => {
          const now = live.get(address)?.facts;
          const held = meanwhile.get(address)?.facts;
          const wanted = step.leaves === "gone" ? undefined : (held ?? wantedOf(address));
          if (wanted === undefined) return now === undefined;
          return isLike(now, wanted, held ? undefined : changes.get(address));
        }) &&
        (await wordsNotGivenBack(given.context, step, later)).length === 0
      );
    },
    findTouched: async (step) => {
      const names = new Map(
        step.addresses.map((address) => [address, about(address).change?.formerly ?? address]),
      );
      const live = await observe(names);
      return step.addresses.find((address) => {
        const { change, effect, kind } = about(address);
        const now = live.get(names.get(address) ?? address);
        if (effect !== undefined && stillOpen(kind, effect, now) !== undefined) return false;
        const before = change?.before ?? effect?.live.facts;
        if (before === undefined || now === undefined) return before !== now?.facts;
        return !isLike(now.facts, before, undefined, verifiableFields(kind));
      });
    },
    stillMissing: async (open) => {
      const live = await asNamed(open.map((effect) => effect.live.address));
      return open.flatMap((effect) => {
        const { address } = effect.live;
        return stillOpen(kinds.get(address.kind), effect, live.get(address)) ?? [];
      });
    },
  };
}

/** Facts that show whether an object is as the plan found it. */
function verifiableFields(kind: AnyKind | undefined): readonly string[] {
  return [...Object.keys(kind?.fields ?? {}), ...(kind?.decisive ?? [])];
}

/**
 * A field that the server does not show counts as set for a new object, but not where the update
 * changes it.
 */
function isLike(
  now: Facts | undefined,
  wanted: Facts,
  change: Change | undefined,
  fields: readonly string[] = Object.keys(wanted),
): boolean {
  if (now === undefined) return false;
  const changed = new Set(
    change?.action === "update" ? change.fields.map(({ field }) => field) : [],
  );
  return fields.every((field) => {
    if (now[field] === undefined) return !changed.has(field);
    return wanted[field] === undefined || sameFact(now[field], wanted[field]);
  });
}

/** Reads declared objects, possibly under another address. */
async function observeNow(
  { kinds, context, resources }: WriteVerificationInput,
  names: ReadonlyMap<Address, Address>,
): Promise<AddressMap<Live>> {
  const live = addressMap<Live>();
  for (const [name, own] of Map.groupBy(names, ([{ kind }]) => kind)) {
    const wanted = own.map(([declared, address]) => {
      const { facts, payload } = resources.get(declared) ?? {};
      return { address, facts, payload };
    });
    const kind = kinds.get(name);
    if (kind === undefined) continue;
    for (const found of await observeKind(kind, context, wanted)) live.set(found.address, found);
  }
  return live;
}

/** Empty where the server cannot be read. */
export async function findLeftBehind(
  input: WriteVerificationInput,
  reports: readonly StepReport[],
): Promise<AddressSet> {
  const tried = addressSet(reports.filter(mayHaveMade).flatMap(({ step }) => step.addresses));
  const absent = input.plan.changes
    .filter(({ action, before, formerly }) => {
      return action === "create" && before === undefined && formerly === undefined;
    })
    .flatMap(({ address }) => (tried.has(address) ? [address] : []));
  try {
    if (absent.length === 0) return addressSet();
    return addressSet((await openWriteVerification(input).observe(absent)).addresses());
  } catch (error) {
    if (isBug(error)) throw error;
    // The run has already failed; unseen objects are not owned.
    return addressSet();
  }
}

/** A server error, an unknown outcome, or a failed PUT after a creation. */
function mayHaveMade({ outcome, status, step }: StepReport): boolean {
  if (outcome === "unknown") return true;
  return (
    outcome === "refused" &&
    status !== undefined &&
    (status >= 500 || step.request.method === "PUT")
  );
}
