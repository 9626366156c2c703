/**
 * What waits for somebody's approval, and what was approved: `approvals.json` in the state of an
 * estate. An approval counts for one plan, and for what stopped that plan when it was looked at.
 */
import { z } from "zod";
import { isMeant } from "../../model/digest.ts";
import { isSamePlan, type PlanDigests } from "../../model/plan-digests.ts";
import { expectOwn, storedIn } from "../../wire/stored.ts";
import { readStateDocument, type StateStore } from "./state-store.ts";

/** Version of the stored form. */
const APPROVALS_VERSION = "1.0";

/** Name of the document in the state of an estate. */
const APPROVALS_FILE = "approvals.json";

/** Tries to change what somebody else may be changing. */
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

/**
 * A plan that waits: its digests, since when (ISO 8601), its counts by name, and what stops it.
 * `allow` is null for what no approval lifts.
 */
export type ApprovalRequest = Readonly<z.infer<typeof request>>;

/** Who approved which plan, when (ISO 8601), in spite of which blocks (their messages). */
export type Approval = Readonly<z.infer<typeof approval>>;

/** The approvals of an estate. */
export interface Approvals {
  readonly waiting: readonly ApprovalRequest[];
  readonly approved: readonly Approval[];
}

/** Nothing waits and nothing was approved. */
const noApprovals: Approvals = { waiting: [], approved: [] };

/** Reads the stored form. Throws when it is none, or another estate's. */
function parseApprovals(text: string, estate: string): Approvals {
  const { estate: owner, waiting, approved } = storedIn(text, stored);
  expectOwn("the approvals belong", owner, estate);
  return { waiting, approved };
}

/** The stored form: equal approvals are equal texts. */
export function renderApprovals({ waiting, approved }: Approvals, estate: string): string {
  const document = { format_version: APPROVALS_VERSION, estate, waiting, approved };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/**
 * Lets one plan wait in place of any other: what waited or was approved before is stale, unless it
 * is this plan, stopped by the same. The same object comes back when nothing changes by it.
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

/** The approvals in the state of an estate; none when there is no such document. Throws StateError. */
export async function loadApprovals(state: StateStore, estate: string): Promise<Approvals> {
  return (await readApprovals(state, estate))?.form ?? noApprovals;
}

/**
 * Changes the approvals in the state of an estate and gives what they are then; nothing is written
 * when `change` gives back what it was given. Throws StateError, also when somebody else writes
 * them again and again.
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
      await state.save(
        APPROVALS_FILE,
        renderApprovals(after, estate),
        found?.document ?? "nothing",
      );
      return after;
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error;
    }
  }
}

function readApprovals(state: StateStore, estate: string) {
  return readStateDocument(state, APPROVALS_FILE, (text) => parseApprovals(text, estate));
}

/** Nothing waits any more. The same object comes back when nothing did. */
export function clearApprovals(before: Approvals): Approvals {
  return before.waiting.length + before.approved.length === 0 ? before : noApprovals;
}

/** The result of an approval: the approvals with it, or why there is none. */
export type Approving =
  | { readonly approvals: Approvals; readonly request: ApprovalRequest }
  | { readonly refused: "unknown" | "ambiguous" | "not-liftable" };

/**
 * Approves the waiting plan whose digest is, or begins with, the given one (with or without
 * `sha256-`, at least SHORTEST_DIGEST digits). A plan that something stops which nobody can lift
 * is refused.
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

/** The waiting plan that a digest names, or why it cannot be approved. */
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

/**
 * Approves a plan in the state of an estate: only the one that was `shown`, where one was. Throws StateError as
 * `changeApprovals` does.
 */
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

/** Who approves what, and when (ISO 8601). */
export interface GivenApproval extends Pick<Approval, "digest" | "by" | "at"> {
  /** The request that somebody looked at. */
  readonly shown?: ApprovalRequest;
}

/** The approval of exactly this plan, stopped by nothing beyond what was approved. */
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

/** What an approval is about. */
type Approvable = Pick<ApprovalRequest, "digest" | "sealed_digest" | "blocks">;

function digestsOf({
  digest,
  sealed_digest,
}: Pick<Approvable, "digest" | "sealed_digest">): PlanDigests {
  return { digest, sealedDigest: sealed_digest ?? undefined };
}
