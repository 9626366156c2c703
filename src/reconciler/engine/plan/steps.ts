/** Turns ordered operations into ordered requests with their dependencies. */
import { droppedFields } from "./line.ts";
import { compareAddresses, type Address } from "../../../model/address.ts";
import {
  addressSet,
  addressesOf,
  byAddress,
  groupByAddress,
  type AddressMap,
  type AddressSet,
} from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { digestOfValue } from "../../../model/digest.ts";
import { ifReadable } from "../../../wire/reading.ts";
import {
  withKinds,
  type AnyKind,
  type CascadeEffect,
  type Live,
  type Resource,
  type Step,
  type Temporary,
} from "../../kind.ts";
import { markRechecks } from "./recheck.ts";
import { batchChange } from "./set-change.ts";
import { mayOverlap, type Operation } from "./operation.ts";
import { effectsByAddress, updateOf, type Change, type PlannedStep } from "./plan.ts";
import { carriedFactsOf } from "./resume.ts";
import type { Described, Ordered } from "./stages.ts";
import { forChanges } from "./unreadable.ts";

type StepsResult = Pick<Described, "steps" | "diagnostics">;

interface StepsWork extends Ordered {
  readonly changeOf: (address: Address) => Change | undefined;
  /** A changed bringer may change what it brings. */
  readonly broughtByChanged: AddressSet;
  readonly ofKind: ReadonlyMap<AnyKind, readonly Resource[]>;
  /** Restores, by address and by the deletion that causes them. */
  readonly effectOf: AddressMap<CascadeEffect>;
  readonly effectsOf: AddressMap<readonly CascadeEffect[]>;
  readonly resumeOf: AddressMap<CascadeEffect>;
  /** Filled while describing. */
  readonly sent: Resource[];
}

export async function describeSteps(ordered: Ordered): Promise<StepsResult> {
  if (ordered.operations.length + ordered.unsent.length === 0)
    return { steps: [], diagnostics: [] };
  const changes = byAddress(ordered.changes);
  const changeOf = (address: Address) => changes.get(address);
  const input: StepsWork = {
    ...ordered,
    changeOf,
    ofKind: withKinds(ordered.kinds, ordered.resources.values()),
    effectOf: effectsByAddress(ordered.effects.toReversed()),
    effectsOf: groupByAddress(ordered.effects, ({ by }) => by),
    resumeOf: effectsByAddress(ordered.resumes),
    sent: [],
    broughtByChanged: addressSet(
      [...ordered.resources.values()].flatMap(({ address, brings = NONE }) =>
        brings !== NONE && isRewritten(changeOf(address)) ? brings : NONE,
      ),
    ),
  };
  const steps: PlannedStep[] = [];
  const diagnostics: Diagnostic[] = [];
  const completion = new Map<string, readonly number[]>();
  const closing = new Map<string, PlannedStep>();
  let wave = 0;
  for (const [number, operation] of input.operations.entries()) {
    const previous = input.operations[number - 1];
    if (previous !== undefined && !mayOverlap(operation, previous)) wave++;
    const needs = [...operation.after].flatMap((id) => completion.get(id) ?? []);
    const { steps: described, addresses } = await describe(input, operation, diagnostics);
    const { own = [], last = [] } = Object.groupBy(described, ({ isLast }) =>
      isLast === true ? "last" : "own",
    );
    const first = steps.length;
    own.forEach((step, index) => {
      const after =
        index === 0 ? [...new Set(needs)].toSorted((a, b) => a - b) : [first + index - 1];
      const effects =
        operation.role === "removal" && index === 0 && operation.address !== undefined
          ? (input.effectsOf.get(operation.address) ?? [])
          : [];
      const leaves = index === own.length - 1 ? leftBy(input, operation) : {};
      steps.push({ ...step, addresses, after, wave, effects, ...leaves });
    });
    const completed = own.length > 0 ? [steps.length - 1] : needs;
    completion.set(operation.id, completed);
    for (const step of last) close(closing, step, { addresses, after: completed });
  }
  for (const { summary, request } of input.unsent) {
    // A closing request of an earlier run, unless the plan sends it anyway.
    const step = {
      summary: `${summary}, which the last run did not`,
      request,
      isLast: true,
    } as const;
    if (!closing.has(digestOfValue(request))) close(closing, step, { addresses: [], after: [] });
  }
  for (const step of closing.values()) steps.push({ ...step, wave: ++wave });
  return {
    steps: markRechecks(steps, input, changeOf),
    diagnostics: [...diagnostics, ...(await lintSent(input))],
  };
}

/** Merges a closing request of several objects: it depends on all of them. */
function close(
  closing: Map<string, PlannedStep>,
  step: Step,
  { addresses, after }: Pick<PlannedStep, "addresses" | "after">,
): void {
  const key = digestOfValue(step.request);
  const before = closing.get(key);
  closing.set(key, {
    ...step,
    addresses: [...(before?.addresses ?? []), ...addresses],
    after: [...new Set([...(before?.after ?? []), ...after])].toSorted((a, b) => a - b),
    wave: 0,
    effects: [],
  });
}

function aroundOf({ ofKind, resources, context }: StepsWork, kind: AnyKind) {
  const factsOf = (address: Address) => resources.get(address)?.facts;
  return { declared: ofKind.get(kind) ?? [], factsOf, context };
}

async function lintSent(input: StepsWork): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const [kind, sent] of withKinds(input.kinds, input.sent)) {
    const lint = async () => kind.review?.lint?.(sent, aroundOf(input, kind));
    found.push(...((await ifReadable(lint)) ?? []));
  }
  return found;
}

type Requests = Pick<PlannedStep, "addresses"> & { readonly steps: readonly Step[] };

async function describe(
  input: StepsWork,
  operation: Operation,
  diagnostics: Diagnostic[],
): Promise<Requests> {
  const kind = input.kinds.get(operation.kind);
  if (kind === undefined) return { steps: [], addresses: [] };
  if (operation.role === "batch") return describeBatch(input, kind, operation);
  const { address } = operation;
  if (address === undefined) return { steps: [], addresses: [] };
  const addresses = [address];
  if (operation.role === "reapply") {
    const affected = input.effectOf.get(address)?.live;
    const about = [input.resources.get(address), input.holders.get(address)] as const;
    const steps = affected && kind.recovery?.reapply?.(affected, ...about);
    return { steps: steps ?? [], addresses };
  }
  if (operation.role === "removal") {
    const passedOn = await passedOnBy(input, kind, address);
    return { steps: [...passedOn, ...removalSteps(input, kind, address)], addresses };
  }
  const steps = await forChanges(addresses, () =>
    describeUpsert(input, kind, address, diagnostics),
  );
  return { steps, addresses };
}

/** Hands settings over to the successor that an interrupted run created. */
async function passedOnBy(
  { remade, live, resources, context }: StepsWork,
  kind: AnyKind,
  address: Address,
): Promise<readonly Step[]> {
  const now = remade.get(address);
  const made = now && live.has(now) ? resources.get(now) : undefined;
  return (made && (await kind.names?.passOn?.(address, made, context))) ?? [];
}

function removalSteps(input: StepsWork, kind: AnyKind, address: Address): readonly Step[] {
  const change = input.changeOf(address);
  const hasDependents = input.withDependents.has(address);
  if (change?.action === "update") {
    const update = updateOf(change, input, input.changeOf);
    return update === undefined ? [] : (kind.inside?.detach?.steps(update, hasDependents) ?? []);
  }
  const live = asItWillBe(input, input.live.get(address));
  const comesBack = change?.action === "replace";
  const { server } = input.context;
  const recorded = input.owned.get(address);
  return (live && kind.remove?.(live, { hasDependents, comesBack, recorded, server })) ?? [];
}

async function describeUpsert(
  input: StepsWork,
  kind: AnyKind,
  address: Address,
  diagnostics: Diagnostic[],
): Promise<readonly Step[]> {
  const resource = input.resources.get(address);
  const change = input.changeOf(address);
  if (resource === undefined || change === undefined) return [];
  input.sent.push(resource);
  const { live, context } = input;
  const found = {
    live: live.get(address),
    recorded: input.owned.get(address),
    isNew: change.action !== "update",
    ...aroundOf(input, kind),
  };
  const dropped = droppedFields(resource, change, context.server);
  const problems = [...dropped, ...((await kind.check?.(resource, found)) ?? [])];
  diagnostics.push(...problems);
  if (problems.some(({ severity }) => severity === "error")) return [];
  if (change.action === "update") return describeUpdate(input, kind, change);
  const from = input.continuations.before(address);
  const carried = carriedFactsOf(resource, input.resumeOf);
  return (await kind.create?.(resource, context, from, carried)) ?? [];
}

const NONE: readonly never[] = [];

function isRewritten(change: Change | undefined): boolean {
  return change?.action === "update" || change?.action === "replace";
}

async function describeUpdate(
  input: StepsWork,
  kind: AnyKind,
  change: Change,
): Promise<readonly Step[]> {
  const update = updateOf(change, input, input.changeOf);
  const live = asItWillBe(input, update?.live);
  return (update && live && (await kind.update?.({ ...update, live }, input.context))) ?? [];
}

/**
 * Drops the ETag where an earlier change of the object's home, references or bringer may rewrite
 * its document.
 */
function asItWillBe(
  { changeOf, broughtByChanged }: StepsWork,
  live: Live | undefined,
): Live | undefined {
  if (live?.etag === undefined) return live;
  const isMoved =
    broughtByChanged.has(live.address) ||
    live.requires.some((address) => isRewritten(changeOf(address)));
  return isMoved ? { ...live, etag: undefined } : live;
}

function describeBatch(input: StepsWork, kind: AnyKind, { part }: Operation): Requests {
  const { change, touched, reapplied, cleared, gone } = batchChange(input, kind, part);
  input.sent.push(...touched.flatMap(({ address }) => input.resources.get(address) ?? []));
  const addresses = [...addressSet([...addressesOf(touched), ...reapplied, ...cleared])];
  const steps = kind.set?.apply(change, input.context.server) ?? [];
  const made = input.temporaries.made.filter((one) => one.address.kind === kind.name);
  return {
    steps: steps.map((step) => withReason(step, part, made, gone)),
    addresses: addresses.toSorted(compareAddresses),
  };
}

function withReason(
  step: Step,
  part: Operation["part"],
  own: readonly Temporary[],
  clears: readonly Address[],
): Step {
  if (part === "clearing") {
    const isOld = own.length === 0;
    const why = isOld
      ? "which an earlier run left behind"
      : "which was so for the time of the plan";
    return { ...step, summary: `${step.summary}, ${why}`, clears };
  }
  if (own.length === 0 || part === "widening") return step;
  const why = own.map((one) => one.why).join(", ");
  return { ...step, summary: `${step.summary}: ${why}`, meanwhile: own };
}

/** After the detaching part of an update nothing can be checked. */
function leftBy(
  { changeOf }: StepsWork,
  { role, address, part }: Operation,
): Pick<PlannedStep, "leaves"> {
  if (part === "narrowing") return {};
  if (role !== "removal") return { leaves: "as-wanted" };
  const action = address === undefined ? undefined : changeOf(address)?.action;
  return action === "update" ? {} : { leaves: "gone" };
}
