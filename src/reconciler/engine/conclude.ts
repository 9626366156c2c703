/** Turns the last stage into a plan: reports, counts and digests. Pure. */
import { formatAddress } from "../../model/address.ts";
import { digestOfValue } from "../../model/digest.ts";
import type { PlanDigests } from "../../model/plan-digests.ts";
import { isOpen } from "../../model/secret-fingerprint.ts";
import type { WireRequest } from "../../wire/request.ts";
import { findAccessEffects } from "./guard/access-effects.ts";
import type { LiveState } from "./plan/observe.ts";
import { findUnguarded } from "./plan/part.ts";
import { findReached, withReach } from "./plan/reach.ts";
import {
  isTouched,
  type Block,
  type Change,
  type Plan,
  type PlannedStep,
  type PlanSummary,
  type SelectionOfPlan,
  unlikeIn,
  type SkippedObject,
} from "./plan/plan.ts";
import { bodyDigestOf, findNotGiven, withoutSecrets } from "./plan/secrets.ts";
import type { Described } from "./plan/stages.ts";
import { addressesOf } from "../../model/address-map.ts";
import type { AnyKind, Live, Resource } from "../kind.ts";
import { diffFacts } from "./plan/diff.ts";
import type { Governed } from "./plan/lifecycle.ts";

export function conclude(described: Described, blocks: readonly Block[]): Plan {
  const { estate, kinds, context, governed, selection, live } = described;
  const { orphans, skipped, resumes, steps, diagnostics } = described;
  const changes = withReach(described.changes, findReached(described.changes, described));
  const { consequences } = findAccessEffects(described);
  let known: string | undefined;
  return {
    estate,
    server: context.server,
    selection,
    changes,
    orphans,
    skipped: [...findObserved(governed, kinds, live), ...skipped],
    secretsNotGiven: findNotGiven(governed, steps),
    resumes,
    steps,
    temporaries: [...described.temporaries.made, ...described.temporaries.left],
    footprints: footprintsOf(changes, live),
    consequences: [...consequences, ...findUnguarded(described)],
    blocks,
    diagnostics,
    summary: summarise(changes, steps, orphans.length),
    // Most plans never need it.
    get fingerprint() {
      known ??= digestOfValue([...live].map(([of, { facts }]) => [formatAddress(of), facts]));
      return known;
    },
    ...digestsOf(steps, selection),
  };
}

/** Bounding boxes of what changes remove; contents of deleted objects are not read. */
function footprintsOf(changes: readonly Change[], live: LiveState): Plan["footprints"] {
  return changes
    .filter(isTouched)
    .flatMap(({ address }) =>
      [...(live.get(address)?.footprints ?? [])].map(([name, box]) => ({ address, name, box })),
    );
}

/**
 * Digests of the requests without conditional headers, and of the selection: equal plans have equal
 * digests.
 */
function digestsOf(
  steps: readonly PlannedStep[],
  selection: SelectionOfPlan | undefined,
): PlanDigests {
  const digestFor = (all: readonly WireRequest[]) => {
    const requests = all.map(({ headers: _conditions, ...digested }) => digested);
    if (selection === undefined) return digestOfValue(requests);
    const { only, exclude, labels, paths } = selection;
    return digestOfValue([requests, { only, exclude, labels, paths }]);
  };
  const requests = steps.map(({ request }) => request);
  const open = requests.map(withoutSecrets);
  const holdsSecrets = open.some((request, index) => request !== requests[index]);
  const isSealed = holdsSecrets && requests.every((request) => !isOpen(bodyDigestOf(request)));
  return { digest: digestFor(open), sealedDigest: isSealed ? digestFor(requests) : undefined };
}

function summarise(
  changes: readonly Change[],
  steps: readonly PlannedStep[],
  orphans: number,
): PlanSummary {
  const count = { create: 0, update: 0, replace: 0, delete: 0, forget: 0, none: 0 };
  for (const { action } of changes) count[action] += 1;
  const { none: unchanged, ...counted } = count;
  return {
    ...counted,
    unchanged,
    adopt: changes.filter(({ adopts }) => adopts).length,
    orphans,
    requests: steps.length,
  };
}

/** Observed objects that are missing, differ, or are not listed in an observed scope. */
function findObserved(
  { managed, observed, observedScopes }: Governed,
  kinds: ReadonlyMap<string, AnyKind>,
  live: LiveState,
): readonly SkippedObject[] {
  if (observed.length === 0 && observedScopes.length === 0) return [];
  const listed = addressesOf([...managed, ...observed]);
  const unlisted = [...live.values()].flatMap(({ address }): readonly SkippedObject[] => {
    const exclusiveScope = observedScopes.find(
      ({ kind, covers }) => kind === address.kind && covers(address),
    );
    if (exclusiveScope === undefined || listed.has(address)) return [];
    const text = `is there, though ${formatAddress(exclusiveScope.owner)}, which only observes, does not list it`;
    return [{ address, reason: "observed", text, fields: [], where: exclusiveScope.where }];
  });
  const differing = observed.flatMap(
    (resource) => noteOf(kinds, resource, live.get(resource.address)) ?? [],
  );
  return [...differing, ...unlisted];
}

function noteOf(
  kinds: ReadonlyMap<string, AnyKind>,
  { address, facts, where }: Resource,
  live: Live | undefined,
): SkippedObject | undefined {
  const note = { address, reason: "observed", where } as const;
  if (live === undefined)
    return { ...note, text: "is only observed, and is not on the server", fields: [] };
  const rules = kinds.get(address.kind)?.fields ?? {};
  // Hidden values are not differences: nothing was ever applied.
  const fields = diffFacts(facts, live.facts, { rules, recorded: undefined }).filter(
    ({ before }) => before !== undefined,
  );
  if (fields.length === 0) return undefined;
  const unlike = unlikeIn(live, fields);
  return { ...note, text: "is only observed, and differs", fields, unlike };
}
