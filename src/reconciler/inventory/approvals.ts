/**
 * Waiting plans and approvals (`approvals.json`). An approval covers one plan and its blocks. Beside
 * it the waiting plan is kept, for approvers without the manifests. It holds no secrets.
 */
import { z } from "zod";
import { isMeant } from "../../model/digest.ts";
import { isSamePlan, type PlanDigests } from "../../model/plan-digests.ts";
import { expectOwn, storedIn, storedText } from "../../wire/stored.ts";
import { readStateDocument, type StateStore } from "./state-store.ts";

const APPROVALS_FILE = "approvals.json";

const ATTEMPTS = 3;

const time = z.iso.datetime();

const digests = { digest: z.string().min(1), sealed_digest: z.string().nullish() };

const request = z.object({
  ...digests,
  created: time,
  summary: z.record(z.string(), z.number()),
  blocks: z.array(
    z.object({ allow: z.string().nullable(), message: z.string(), hint: z.string() }),
  ),
});

const approval = z.object({
  ...digests,
  by: z.string(),
  at: time,
  blocks: z.array(z.string()),
});

const stored = z.object({
  format_version: z.string().startsWith("1."),
  estate: z.string(),
  waiting: z.array(request),
  approved: z.array(approval),
});

/** A waiting plan; `allow` is null for a block that no approval lifts. Times are in ISO 8601. */
export type ApprovalRequest = Readonly<z.infer<typeof request>>;

/** An approval of a plan; `blocks` holds messages. */
export type Approval = Readonly<z.infer<typeof approval>>;

/** The approvals of an estate. */
export interface Approvals {
  readonly waiting: readonly ApprovalRequest[];
  readonly approved: readonly Approval[];
}

const noApprovals: Approvals = { waiting: [], approved: [] };

export function renderApprovals({ waiting, approved }: Approvals, estate: string): string {
  return storedText("1.0", estate, { waiting, approved });
}

/**
 * Makes one plan wait; other requests and approvals become stale, except those of this plan with
 * the same blocks. Returns the same object if nothing changes.
 */
export function requestApproval(before: Approvals, wanted: ApprovalRequest): Approvals {
  const known = before.waiting.find((one) => isSameRequest(one, wanted));
  const approved = before.approved.filter((one) => covers(one, wanted));
  const isSame =
    known !== undefined &&
    before.waiting.length === 1 &&
    approved.length === before.approved.length;
  return isSame ? before : { waiting: [known ?? wanted], approved };
}

/** Empty when there is no document. Throws StateError. */
export async function loadApprovals(state: StateStore, estate: string): Promise<Approvals> {
  return (await readApprovals(state, estate))?.form ?? noApprovals;
}

/**
 * Writes nothing if `change` returns its argument. Throws StateError, also after repeated
 * concurrent writes.
 */
export async function changeApprovals(
  state: StateStore,
  estate: string,
  change: (before: Approvals) => Approvals,
): Promise<Approvals> {
  for (let attempt = 1; ; attempt++) {
    const found = await readApprovals(state, estate);
    const before = found?.form ?? noApprovals;
    const after = change(before);
    if (after === before) return after;
    try {
      const text = renderApprovals(after, estate);
      await state.save(APPROVALS_FILE, text, found?.document ?? "nothing");
      return after;
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error;
    }
  }
}

function readApprovals(state: StateStore, estate: string) {
  return readStateDocument(state, APPROVALS_FILE, (text): Approvals => {
    const { estate: owner, waiting, approved } = storedIn(text, stored);
    expectOwn("the approvals belong", owner, estate);
    return { waiting, approved };
  });
}

/** Returns the same object if nothing was there. */
export function clearApprovals(before: Approvals): Approvals {
  return before.waiting.length + before.approved.length === 0 ? before : noApprovals;
}

/** The approvals with the new one, or why it was refused. */
export type Approving =
  | { readonly approvals: Approvals; readonly request: ApprovalRequest }
  | { readonly refused: "unknown" | "ambiguous" | "not-liftable" };

/**
 * Approves the waiting plan with this digest or prefix (with or without `sha256-`, at least
 * SHORTEST_DIGEST digits). Refuses plans with a block that cannot be lifted.
 */
export function approve(
  before: Approvals,
  digest: string,
  { by, at }: Pick<Approval, "by" | "at">,
): Approving {
  const found = findApprovable(before, digest);
  if ("refused" in found) return found;
  const { request: first } = found;
  const blocks = first.blocks.map(({ message }) => message);
  const others = before.approved.filter((one) => one.digest !== first.digest);
  const { sealed_digest } = first;
  const approved = [...others, { digest: first.digest, sealed_digest, by, at, blocks }];
  return { approvals: { ...before, approved }, request: first };
}

/** The waiting plan of a digest, or why it cannot be approved. */
export function findApprovable(
  { waiting }: Approvals,
  digest: string,
): { readonly request: ApprovalRequest } | Extract<Approving, { readonly refused: unknown }> {
  const found = waiting.filter((one) => isMeant(one.digest, digest));
  const [first] = found;
  if (first === undefined) return { refused: "unknown" };
  if (found.length > 1) return { refused: "ambiguous" };
  if (first.blocks.some(({ allow }) => allow === null)) return { refused: "not-liftable" };
  return { request: first };
}

/** Approves a plan; if `shown` is given, only that request. Throws as `changeApprovals`. */
export async function recordApproval(
  state: StateStore,
  estate: string,
  { digest, by, at, shown }: GivenApproval,
): Promise<Approving> {
  let result: Approving = { refused: "unknown" };
  await changeApprovals(state, estate, (before) => {
    result = approve(before, digest, { by, at });
    if ("refused" in result) return before;
    if (shown === undefined || isSameRequest(result.request, shown)) return result.approvals;
    result = { refused: "unknown" };
    return before;
  });
  return result;
}

/** An approval to record; `at` is in ISO 8601. */
export interface GivenApproval extends Pick<Approval, "digest" | "by" | "at"> {
  readonly shown?: ApprovalRequest;
}

/** The approval of exactly this plan, if it covers all its blocks. */
export function approvalOf({ approved }: Approvals, plan: Approvable): Approval | undefined {
  return approved.find((one) => covers(one, plan));
}

function covers(approval: Approval, plan: Approvable): boolean {
  return (
    isSamePlan(digestsOf(approval), digestsOf(plan)) &&
    plan.blocks.every(({ message }) => approval.blocks.includes(message))
  );
}

function isSameRequest(one: Approvable, other: Approvable): boolean {
  return (
    isSamePlan(digestsOf(one), digestsOf(other)) &&
    JSON.stringify(one.blocks) === JSON.stringify(other.blocks)
  );
}

type Approvable = Pick<ApprovalRequest, "digest" | "sealed_digest" | "blocks">;

function digestsOf(of: Pick<Approvable, "digest" | "sealed_digest">): PlanDigests {
  return { digest: of.digest, sealedDigest: of.sealed_digest ?? undefined };
}

const FILE = "waiting-plan.json";

const storedPlan = z.object({
  format_version: z.string().startsWith("1."),
  estate: z.string(),
  plan: z.looseObject({ digest: z.string(), sealed_digest: z.string().nullish() }),
});

/** Only the digests are read here. */
export type KeptPlan = Readonly<z.infer<typeof storedPlan>["plan"]>;

/** Undefined if none is kept. Throws StateError. */
export async function loadWaitingPlan(
  state: StateStore,
  estate: string,
): Promise<KeptPlan | undefined> {
  const found = await readStateDocument(state, FILE, (text) => storedIn(text, storedPlan));
  return found?.form.estate === estate ? found.form.plan : undefined;
}

/** An equal plan is not written again. Throws StateError. */
export async function keepWaitingPlan(
  state: StateStore,
  estate: string,
  plan: KeptPlan,
): Promise<void> {
  const text = storedText("1.0", estate, { plan });
  if ((await state.load(FILE))?.text !== text) await state.save(FILE, text);
}

/** Throws StateError. */
export function dropWaitingPlan(state: StateStore): Promise<void> {
  return state.remove(FILE);
}
