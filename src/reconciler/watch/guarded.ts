/** A plan that a guard blocks waits for an approval of exactly that plan. */
import {
  approvalOf,
  changeApprovals,
  clearApprovals,
  loadApprovals,
  recordApproval,
  requestApproval,
  type Approval,
  type ApprovalRequest,
  type Approvals,
  type Approving,
  dropWaitingPlan,
  keepWaitingPlan,
} from "../inventory/approvals.ts";
import type { StateStore } from "../inventory/state-store.ts";
import type { Plan } from "../engine/plan/plan.ts";
import { planDocument } from "../report/json.ts";
import { renderRun } from "../report/run-text.ts";
import { plain } from "../report/text.ts";
import type { PlanMade } from "../reconcile.ts";
import type { WatchContext } from "./context.ts";
import type { WaitingPlan } from "./pass-end.ts";

/** The approvals of a watch, written only when they change. */
export interface Guarded {
  /** Makes a blocked plan wait; returns its approval if there is one. */
  readonly ask: (planned: PlanMade, now: number) => Promise<Approval | undefined>;
  /** Called when nothing waits: approvals have been used or are stale. */
  readonly clear: () => Promise<void>;
  /** `at` is in ISO 8601. */
  readonly approve: (approval: Pick<Approval, "digest" | "by" | "at">) => Promise<Approving>;
  readonly isApproved: () => Promise<boolean>;
  readonly waiting: () => readonly WaitingPlan[];
  /** The report page of the waiting plan, if it has the digest. */
  readonly pageOf: (digest: string) => Promise<string | undefined>;
}

/** `version` is the program's, for documents of plans. */
export function openGuarded(
  state: () => StateStore,
  context: () => WatchContext | undefined,
  version: string,
): Guarded {
  const estate = () => context()?.estate.name ?? "";
  // Undefined before the first load; an earlier process may have left approvals.
  let known: Approvals | undefined;
  let shown: Pick<WaitingPlan, "plan" | "text"> | undefined;
  let render: () => Promise<string | undefined> = async () => undefined;
  /** Called before the request is saved: a visible request always has its plan. */
  const keep = async (planned: PlanMade): Promise<void> => {
    const { plan } = planned;
    const document = planDocument(plan, { url: context()?.url ?? "", version });
    const text = renderRun(document, plain, { all: true });
    const isSame = shown?.plan.digest === plan.digest && shown.text === text;
    if (isSame && shown?.plan.sealed_digest === document.sealed_digest) return;
    await keepWaitingPlan(state(), estate(), { ...document });
    shown = { plan: document, text };
    const pages = context()?.pages;
    let page: Promise<string> | undefined;
    render = async () => (page ??= pages?.render(planned, document));
  };
  const change = async (how: (before: Approvals) => Approvals): Promise<Approvals> => {
    known = await changeApprovals(state(), estate(), how);
    return known;
  };
  return {
    ask: async (planned, now) => {
      const request = requestFor(planned.plan, now);
      await keep(planned);
      return approvalOf(await change((before) => requestApproval(before, request)), request);
    },
    clear: async () => {
      if (known !== undefined && known.waiting.length + known.approved.length === 0) return;
      let hadAny = false;
      await change((before) => {
        hadAny = before.waiting.length > 0;
        return clearApprovals(before);
      });
      shown = undefined;
      render = async () => undefined;
      if (hadAny) await dropWaitingPlan(state());
    },
    approve: (approval) => recordApproval(state(), estate(), approval),
    isApproved: async () => {
      const [request] = known?.waiting ?? [];
      if (request === undefined) return false;
      return approvalOf(await loadApprovals(state(), estate()), request) !== undefined;
    },
    pageOf: async (digest) => (shown?.plan.digest === digest ? render() : undefined),
    waiting: () =>
      (known?.waiting ?? []).flatMap(({ digest, created, blocks }) =>
        shown === undefined
          ? []
          : [{ digest, created, blocks: blocks.map(({ message }) => message), ...shown }],
      ),
  };
}

function requestFor({ digest, sealedDigest, summary, blocks }: Plan, now: number): ApprovalRequest {
  return {
    digest,
    sealed_digest: sealedDigest ?? null,
    created: new Date(now).toISOString(),
    summary: { ...summary },
    blocks: blocks.map(({ name, message, hint }) => ({ allow: name ?? null, message, hint })),
  };
}
