/** One pass from desired state to plan: observe, diff, cascades, order, requests, guards. */
import { compareAddresses, formatAddress, type Address } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  byAddress,
  type AddressMap,
  type AddressSet,
} from "../../../model/address-map.ts";
import { digestOfValue } from "../../../model/digest.ts";
import { compareDiagnostics, type Diagnostic } from "../../../model/diagnostic.ts";
import type { WireRequest } from "../../../wire/request.ts";
import { addressesIn, ownedIn, type Inventory } from "../../inventory/inventory.ts";
import type { Owners } from "../../inventory/owners.ts";
import type {
  AnyKind,
  Danger,
  DangerName,
  Facts,
  KindContext,
  Loss,
  Resource,
  Sweep,
} from "../../kind.ts";
import type { Brakes } from "../guard/brakes.ts";
import { findCascades, type Swallowed, type TakenBy } from "./cascades.ts";
import { findChanges } from "./changes.ts";
import { findContinuations, type Continuations } from "./continuations.ts";
import { asBlock, findBlocks, type GuardInput } from "../guard/guard.ts";
import { holdBack } from "./hold-back.ts";
import type { IgnoreRule } from "./ignore.ts";
import { judgeChanges } from "../guard/judge.ts";
import { govern, type Governed } from "./lifecycle.ts";
import { observe, type LiveState } from "./observe.ts";
import { findObserved } from "./observed.ts";
import { findObstacles, type ObstaclesInput } from "../guard/obstacles.ts";
import { order } from "./order.ts";
import { findMissing } from "./references.ts";
import { findPart, findUnguarded, findUnselectedLosses, type Part, type PartOf } from "./part.ts";
import type { Block, Change, Plan, PlannedStep, PlanSummary, SelectionOfPlan } from "./plan.ts";
import { findUnrestored } from "./recover.ts";
import { followNames, underFormerNames, type Renamed } from "./renames.ts";
import { findUndeclared, withoutNeeded, type Prune, type PruneScope } from "./scope.ts";
import { findNotGiven, withoutSecrets } from "./secrets.ts";
import { describeSteps } from "./steps.ts";
import { findTakeovers } from "../guard/takeover.ts";
import { findHandovers, type Handover } from "./unique.ts";
import { findUsers, findUses, type UsesInput } from "../guard/uses.ts";

/** Everything a plan is made from. */
export interface PlanInput {
  readonly estate: string;
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly resources: readonly Resource[];
  readonly sweeps: readonly Sweep[];
  readonly inventory: Inventory;
  /** What a run that was cut off left behind. */
  readonly journal: readonly Loss[];
  /** What other estates own. */
  readonly owners: Owners;
  readonly prune: Prune;
  readonly scope: PruneScope | undefined;
  readonly allow: ReadonlySet<DangerName>;
  /** What the plan leaves as it is, with the reason; it stays owned. */
  readonly held?: AddressMap<string> | undefined;
  /** How much the plan may change; the usual when absent. */
  readonly brakes?: Brakes | undefined;
  /** What is left alone. */
  readonly ignore?: readonly IgnoreRule[] | undefined;
  /** The part that the plan is about; all of it when absent. */
  readonly part?: PartOf | undefined;
}

/** Makes a plan. Rejects when the server cannot be read completely: there are no half plans. */
export async function makePlan(given: PlanInput): Promise<Plan> {
  const told = new Map<string, Diagnostic>();
  const listening = { ...given, context: { ...given.context, tell: listener(told) } };
  const { there, ...part } = await lookAtPart(listening);
  const { governed, ownedAddresses, undeclared, others } = part;
  const renamed = followNames(given.kinds, governed.managed, {
    live: there,
    owned: factsOfOwned(given),
    ownedAddresses,
  });
  const input = { ...listening, context: { ...listening.context, ...namesOf(renamed) } };
  const { live: observed, owned } = renamed;
  const found = findChanges({ ...input, ...renamed, governed, renamed, undeclared });
  const { changes: wanted } = found;
  const held = holdBack({ ...input, resources: governed.managed, changes: wanted, live: observed });
  const { resources } = held;
  const continuations = findContinuations({ ...input, changes: held.changes, ...renamed });
  const cascades = await findCascades({
    ...input,
    changes: held.changes,
    live: observed,
    resources,
    owned,
    continuations,
  });
  const compared = { governed, live: observed, changes: held.changes };
  const missing = findMissing({ ...input, ...cascades, ...compared });
  const { recovers, losses } = findUnrestored({ ...input, ...cascades, live: observed, resources });
  const live = await withBatches(input, observed, losses);
  const changes = cascades.changes.toSorted((a, b) => compareAddresses(a.address, b.address));
  const users = await findUsers({ ...input, changes, live });
  const unique = await findHandovers({ ...input, changes, live, continuations });
  const known = { live, users, resources, owned, handovers: unique.handovers };
  const parts = { ...cascades, ...known, changes, losses, continuations };
  const described = await describePlan(input, parts);
  const judged = judgeChanges({ ...input, changes, live });
  const about = { lifecycles: governed.lifecycles, others };
  const guarded = {
    ...input,
    ...parts,
    ...about,
    owned: addressSet(factsOfOwned(input).addresses()),
  };
  const blocks = [
    ...cascades.blocks,
    ...unique.blocks,
    ...findUnselectedLosses({ changes, resources }, part),
    ...(await findStops(guarded, judged.dangers)),
  ].filter(({ name }) => name === undefined || !input.allow.has(name));
  return {
    estate: input.estate,
    server: input.context.server,
    selection: part.told,
    changes,
    orphans: found.orphans,
    leftAlone: [...findObserved(governed, input.kinds, live), ...held.leftAlone],
    secretsNotGiven: findNotGiven(governed, described.steps),
    recovers,
    steps: described.steps,
    consequences: [...judged.consequences, ...findUnguarded(input, part, { changes, live })],
    blocks,
    diagnostics: [
      ...[renamed, found].flatMap(({ diagnostics }) => diagnostics),
      ...missing,
      ...[unique, held, described].flatMap(({ diagnostics }) => diagnostics),
      ...[...told.values()].toSorted(compareDiagnostics),
    ],
    summary: summarise(changes, described.steps, found.orphans.length),
    fingerprint: fingerprintOf(live),
    ...digestsOf(described.steps, part.told),
  };
}

/** Digest of everything that was observed. */
function fingerprintOf(live: LiveState): string {
  return digestOfValue([...live].map(([address, { facts }]) => [formatAddress(address), facts]));
}

/** What reads find is told once, however often they find it. */
function listener(told: Map<string, Diagnostic>): NonNullable<KindContext["tell"]> {
  return (found) => told.set(`${found.address} ${found.message}`, found);
}

function namesOf({ nameNow }: Renamed): Pick<KindContext, "nameNow"> {
  return nameNow === undefined ? {} : { nameNow };
}

/** Reads everything that an estate is about, and leaves out what the plan is not. */
async function lookAtPart(input: PlanInput): Promise<Part & { readonly there: LiveState }> {
  const governed = govern(input, input.inventory);
  const ownedAddresses = addressesIn(input.inventory);
  const strays = await findUndeclared(input, governed);
  const there = await look(input, governed, [...ownedAddresses, ...strays]);
  const undeclared = withoutNeeded(strays, there, input);
  return { ...findPart(input, { governed, ownedAddresses, undeclared, live: there }), there };
}

/** What stops changes, whatever goes along with them. */
async function findStops(
  input: GuardInput & ObstaclesInput & UsesInput & Pick<PlanInput, "owners">,
  dangers: readonly Danger[],
): Promise<readonly Block[]> {
  return [
    ...findTakeovers(input.changes, input.owners),
    ...findUses(input),
    ...findBlocks(input),
    ...dangers.map(asBlock),
    ...(await findObstacles(input)),
  ];
}

/** Everything that a plan looks at: what is managed, observed, owned or referred to. */
function look(
  input: PlanInput,
  governed: Governed,
  addresses: readonly Address[],
): Promise<LiveState> {
  const { managed, observed } = governed;
  const lost = input.journal.map(({ live }) => live);
  const isHere = (address: Address) => !governed.elsewhere.has(address);
  return observe({
    ...input,
    resources: [...underFormerNames(managed), ...managed, ...observed],
    sweeps: [...governed.sweeps, ...governed.observedSweeps],
    addresses: [...addresses, ...lost.map(({ address }) => address)].filter(isHere),
    references: [...managed, ...lost].flatMap(({ requires }) => requires).filter(isHere),
  });
}

/** Facts last applied to what the estate owns; what another one owns may have been changed since. */
function factsOfOwned({ inventory, owners }: PlanInput): AddressMap<Facts> {
  const own = [...ownedIn(inventory)].filter(([address]) => !owners.has(address));
  return addressMap(own.map(([address, { facts }]) => [address, facts] as const));
}

/** What requests do, whatever state they insist on, and of which part: equal plans have equal digests. */
function digestsOf(
  steps: readonly PlannedStep[],
  selection: SelectionOfPlan | undefined,
): Pick<Plan, "digest" | "openDigest"> {
  const digestWith = (shown: (request: WireRequest) => WireRequest) => {
    const requests = steps.map(({ request }) => {
      const { headers: _conditions, ...told } = shown(request);
      return told;
    });
    if (selection === undefined) return digestOfValue(requests);
    const { only, exclude, labels, paths } = selection;
    return digestOfValue([requests, { only, exclude, labels, paths }]);
  };
  return { digest: digestWith((request) => request), openDigest: digestWith(withoutSecrets) };
}

/** Batch kinds are changed as a whole, so the whole is read as soon as one of them is lost. */
async function withBatches(
  input: PlanInput,
  observed: LiveState,
  losses: readonly Loss[],
): Promise<LiveState> {
  const live = addressMap(observed);
  const names = new Set(losses.map((loss) => loss.live.address.kind));
  for (const name of names) {
    const kind = input.kinds.get(name);
    const known = [...observed.values()].some(({ address }) => address.kind === name);
    if (kind?.set === undefined || known) continue;
    for (const found of await kind.observe(input.context, [])) live.set(found.address, found);
  }
  // What is missing already is there once the plan has run, as if the plan had taken it along.
  for (const { live: lost } of losses) {
    if (input.kinds.get(lost.address.kind)?.set !== undefined && !live.has(lost.address))
      live.set(lost.address, lost);
  }
  return live;
}

async function describePlan(
  input: PlanInput,
  parts: {
    readonly changes: readonly Change[];
    readonly losses: readonly Loss[];
    readonly taken: readonly TakenBy[];
    readonly swallowed: readonly Swallowed[];
    readonly held: AddressSet;
    readonly live: LiveState;
    readonly users: LiveState;
    readonly handovers: readonly Handover[];
    readonly resources: AddressMap<Resource>;
    readonly owned: AddressMap<Facts>;
    readonly continuations: Continuations;
  },
): Promise<{ steps: readonly PlannedStep[]; diagnostics: readonly Diagnostic[] }> {
  const known = addressMap([...parts.live, ...parts.users]);
  const ordered = order({ kinds: input.kinds, ...parts, live: known });
  if (ordered.cycle !== undefined) {
    const message = `Declared objects require each other in a circle: ${ordered.cycle.join(" → ")}`;
    return { steps: [], diagnostics: [{ code: "dependency-cycle", severity: "error", message }] };
  }
  const changes = byAddress(parts.changes);
  const { operations } = ordered;
  return describeSteps({
    kinds: input.kinds,
    context: input.context,
    ...parts,
    operations,
    changes,
  });
}

function summarise(
  changes: readonly Change[],
  steps: readonly PlannedStep[],
  orphans: number,
): PlanSummary {
  const count = (action: Change["action"]) =>
    changes.filter((change) => change.action === action).length;
  return {
    create: count("create"),
    update: count("update"),
    replace: count("replace"),
    delete: count("delete"),
    forget: count("forget"),
    unchanged: count("none"),
    adopt: changes.filter(({ adopts }) => adopts).length,
    orphans,
    requests: steps.length,
  };
}
