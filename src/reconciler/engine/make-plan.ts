/** All stages of planning: observe, diff, cascades, order, requests, guards. */
import { compareAddresses } from "../../model/address.ts";
import { addressesOf, addressMap, type AddressSet } from "../../model/address-map.ts";
import { fault, compareDiagnostics, type Diagnostic } from "../../model/diagnostic.ts";
import type { CascadeEffect, PlanMemo, Live } from "../kind.ts";
import { findBlocks } from "./guard/guards.ts";
import { findCascades } from "./plan/cascades.ts";
import { findChanges } from "./plan/changes.ts";
import { conclude } from "./conclude.ts";
import { findContinuations } from "./plan/continuations.ts";
import { takeOutSkipped } from "./plan/skipped.ts";
import { findHolders } from "./plan/holders.ts";
import type {
  PlanInput,
  Cascaded,
  Compared,
  Described,
  Observed,
  Ordered,
  Renamed,
} from "./plan/stages.ts";
import { lookAtServer } from "./plan/look.ts";
import type { LiveState } from "./plan/observe.ts";
import { order } from "./plan/order.ts";
import type { Plan } from "./plan/plan.ts";
import { findUnrestored } from "./plan/resume.ts";
import { halfBackIn } from "./plan/set-change.ts";
import { findMissing } from "./plan/references.ts";
import { resolveRenames } from "./plan/renames.ts";
import { describeSteps } from "./plan/steps.ts";
import { findHandovers } from "./plan/unique.ts";
import { withoutUnreadable, forChanges } from "./plan/unreadable.ts";
import { lineWarnings } from "./plan/line.ts";
import { findTemporaries, planTemporaries } from "./plan/temporaries.ts";

/**
 * Makes a plan. Unreadable objects and their dependents are skipped. Rejects where the server does
 * not respond, or what the whole plan depends on is unreadable.
 */
export async function makePlan(input: PlanInput): Promise<Plan> {
  const reported = new Map<string, Diagnostic>();
  const report = (found: Diagnostic) =>
    void reported.set(`${found.address} ${found.message}`, found);
  const asked = { ...input.context, report, kept: openPlanMemo() };
  const observed = await lookAtServer({ ...input, context: asked });
  const { described, blocks } = await withoutUnreadable(observed, async (readable) => {
    const all = await describe(await arrange(await changesOf(readable)));
    return { described: all, blocks: await findBlocks(all) };
  });
  const heard = [...reported.values()].toSorted(compareDiagnostics);
  const about = lineWarnings(input.context.server);
  const diagnostics = [...about, ...described.diagnostics, ...heard];
  return conclude({ ...described, diagnostics }, blocks);
}

/**
 * The changes without requests, to check whether all is as declared. Rejects as `makePlan` does.
 */
export async function findDifferences(
  input: PlanInput,
): Promise<Pick<Cascaded, "changes" | "unreadable">> {
  const context = { ...input.context, kept: openPlanMemo() };
  return withoutUnreadable(await lookAtServer({ ...input, context }), changesOf);
}

function changesOf(observed: Observed): Promise<Cascaded> {
  return addCascades(compare(resolveRenames(observed)));
}

function openPlanMemo(): PlanMemo {
  const found = new Map<string, unknown>();
  return <Found>(key: string, make: () => Found) => {
    if (!found.has(key)) found.set(key, make());
    // Each key has one maker, hence one type.
    return found.get(key) as Found;
  };
}

function compare(renamed: Renamed): Compared {
  const found = findChanges(renamed);
  const { managed } = renamed.governed;
  const kept = takeOutSkipped({ ...renamed, resources: managed, changes: found.changes });
  return {
    ...renamed,
    ...kept,
    holders: findHolders(kept.resources.values()),
    orphans: found.orphans,
    continuations: findContinuations({ ...renamed, changes: kept.changes }),
    diagnostics: [...renamed.diagnostics, ...found.diagnostics],
  };
}

async function addCascades(compared: Compared): Promise<Cascaded> {
  const cascades = await findCascades(compared);
  const missing = findMissing({ ...compared, ...cascades });
  const { resumes, effects } = findUnrestored({ ...compared, ...cascades });
  const changes = cascades.changes.toSorted((a, b) => compareAddresses(a.address, b.address));
  const planned = await planTemporaries({ ...compared, changes, resumes });
  const sets = [...effects.map((effect) => effect.live), ...compared.journaled, ...planned];
  const live = await withSets(compared, effects, addressesOf(sets));
  return {
    ...compared,
    ...cascades,
    changes,
    live,
    resumes,
    effects,
    temporaries: findTemporaries({ ...compared, changes, live }, planned),
    diagnostics: [...compared.diagnostics, ...missing],
  };
}

/** A set is read completely as soon as a member is affected. */
async function withSets(
  { kinds, context, live: observed }: Compared,
  effects: readonly CascadeEffect[],
  sets: AddressSet,
): Promise<LiveState> {
  if (sets.size === 0) return observed;
  const live = addressMap(observed);
  for (const name of new Set([...sets].map(({ kind }) => kind))) {
    const kind = kinds.get(name);
    const known = [...observed.values()].some(({ address }) => address.kind === name);
    if (kind?.set === undefined || known) continue;
    for (const found of await kind.observe(context, [])) live.set(found.address, found);
  }
  // A missing member will exist after the plan.
  for (const { live: affected } of effects) {
    if (kinds.get(affected.address.kind)?.set !== undefined && !live.has(affected.address))
      live.set(affected.address, affected);
  }
  return live;
}

async function arrange(cascaded: Cascaded): Promise<Ordered> {
  const users = await findUsers(cascaded);
  const { handovers, rivals, diagnostics } = await findHandovers(cascaded);
  const known = users.size === 0 ? cascaded.live : addressMap([...cascaded.live, ...users]);
  const ordered = order({ ...cascaded, handovers, live: known });
  const { operations = [], exposed = NOTHING_EXPOSED, cycle } = ordered;
  return {
    ...cascaded,
    users,
    handovers,
    rivals,
    operations,
    exposed,
    diagnostics: [
      ...cascaded.diagnostics,
      ...diagnostics,
      ...cascaded.skipWarnings,
      ...(cycle === undefined ? [] : [fault("dependency-cycle", CIRCLE + cycle.join(" → "))]),
    ],
  };
}

const NOTHING_EXPOSED: Ordered["exposed"] = { gaveWay: [], clashes: [] };

const CIRCLE = "Declared objects require each other in a circle: ";

async function describe(ordered: Ordered): Promise<Described> {
  const found = await describeSteps(ordered);
  const diagnostics = [...ordered.diagnostics, ...found.diagnostics];
  if (ordered.effects.length === 0) return { ...ordered, steps: found.steps, diagnostics };
  const half = halfBackIn(ordered);
  const steps = found.steps.map((step) => ({ ...step, effects: step.effects.map(half) }));
  return { ...ordered, resumes: ordered.resumes.map(half), steps, diagnostics };
}

async function findUsers(input: Cascaded): Promise<LiveState> {
  const { kinds, context, changes, live, replace } = input;
  const going = changes.filter(
    ({ action, address }) => action === "delete" || replace?.has(address) === true,
  );
  const addresses = [...addressesOf(going)];
  const users = addressMap<Live>();
  if (addresses.length === 0) return users;
  for (const { users: own } of kinds.values()) {
    const found = await forChanges(addresses, async () =>
      own?.find(context, { addresses, known: live.get }),
    );
    for (const user of found ?? []) users.set(user.address, user);
  }
  return users;
}
