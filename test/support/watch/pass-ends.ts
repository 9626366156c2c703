/** Ends of passes and states of a watch for tests: harmless unless something is said of them. */
import type { Plan } from "../../../src/reconciler/engine/plan/plan.ts";
import { planDocument } from "../../../src/reconciler/report/json.ts";
import type { PassEnd, WaitingPlan, WatchState } from "../../../src/reconciler/watch/pass-end.ts";

/** When the passes of tests begin, in milliseconds since 1970. */
export const PASS_TIME = Date.UTC(2026, 2, 1, 12);

/** A plan that does nothing but for what is given. */
export function planWith(more: Partial<Plan> = {}): Plan {
  const summary = {
    create: 0,
    update: 0,
    replace: 0,
    delete: 0,
    forget: 0,
    unchanged: 0,
    adopt: 0,
    orphans: 0,
    requests: 0,
  };
  return {
    estate: "maps",
    server: { software: "plumbline", dialect: "documented", version: "0" } as Plan["server"],
    changes: [],
    orphans: [],
    skipped: [],
    resumes: [],
    secretsNotGiven: [],
    steps: [],
    temporaries: [],
    footprints: [],
    consequences: [],
    blocks: [],
    diagnostics: [],
    summary: { ...summary, ...more.summary },
    fingerprint: "sha256-0",
    digest: `sha256-${"ab".repeat(32)}`,
    ...more,
  };
}

let passes = 0;

/** A plan that waits, as a watch shows it. */
export function waitingPlan(more: Partial<WaitingPlan> & { readonly digest: string }): WaitingPlan {
  const about = { url: "http://127.0.0.1:8080/geoserver", version: "0.0.0" };
  return {
    created: new Date(PASS_TIME).toISOString(),
    blocks: [],
    plan: planDocument(planWith({ digest: more.digest }), about),
    text: "No changes.\n",
    ...more,
  };
}

/** The end of a pass that found nothing to do. */
export function passEnd(more: Partial<PassEnd> = {}): PassEnd {
  return {
    id: `pass-${passes++}`,
    estate: "maps",
    url: "http://127.0.0.1:8080/geoserver",
    trigger: "resync",
    result: "converged",
    startedAt: PASS_TIME,
    tookMs: 250,
    commit: undefined,
    plan: planWith(),
    writes: 0,
    failures: 0,
    drifted: [],
    objects: [],
    diagnostics: [],
    ...more,
  };
}

/** The state of a watch whose last pass found nothing to do. */
export function watchState(more: Partial<WatchState> = {}): WatchState {
  return {
    state: "converged",
    serverReachable: true,
    lockedBy: undefined,
    lastPass: passEnd(),
    lastSuccessAt: PASS_TIME,
    waiting: [],
    ...more,
  };
}
