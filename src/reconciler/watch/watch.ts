/** Watch mode: passes one after the other, each over everything. A lost event only costs time. */
import { warning, hasErrors } from "../../model/diagnostic.ts";
import { watch as limits } from "../../model/limits.ts";
import type { BranchLook } from "./branch-age.ts";
import { readChangeCounter } from "./change-counter.ts";
import { openConnections, type Connections, type WatchContext } from "./context.ts";
import { withoutPlan, type Findings } from "./findings.ts";
import { openFolderWatch, type FolderWatch } from "./folder.ts";
import { openGuarded } from "./guarded.ts";
import type { Approving } from "../inventory/approvals.ts";
import { LockError, type Lease } from "../lock/lease.ts";
import type { FolderSource, WatchOptions } from "./options.ts";
import type { PassEnd, Trigger, WatchState } from "./pass-end.ts";
import { runPass, type PassEvent, type PassMemory } from "./pass.ts";
import { backoffMs, jittered, openSchedule, type Schedule } from "./schedule.ts";
import { outside, stampOf } from "./tree.ts";
import { openTries } from "./tries.ts";

/** A running watch. */
export interface Watch {
  /** Requests a pass; several requests are merged. */
  readonly trigger: (reason: Trigger) => void;
  readonly state: () => WatchState;
  /** The report page of the waiting plan, if it has the digest. */
  readonly pageOf: (digest: string) => Promise<string | undefined>;
  /** The next pass runs the plan. Rejects while the server is unreachable. */
  readonly approve: (digest: string, by: string) => Promise<Approving>;
  /** Rejects when the watch failed. */
  readonly ended: Promise<void>;
  /** Finishes the current request and releases the lock. */
  readonly close: () => Promise<void>;
}

/** By priority: of several triggers, the first is reported. */
const order: readonly Trigger[] = [
  "start",
  "request",
  "approval",
  "git",
  "files",
  "poll",
  "resync",
  "retry",
];

interface Run extends WatchOptions {
  readonly schedule: Schedule;
  readonly connections: Connections;
  readonly memory: PassMemory;
  readonly pending: Set<Trigger>;
  readonly clock: () => number;
  readonly random: () => number;
  readonly now: {
    context: WatchContext | undefined;
    folder: FolderWatch | undefined;
    /** Files elsewhere that the manifests name. */
    elsewhere: ReadonlySet<string>;
    commit: string | undefined;
    isCheckDue: boolean;
    isSourceDue: boolean;
    isApplying: boolean;
    isReachable: boolean;
    sourceFails: boolean;
    failures: number;
    last: PassEnd | undefined;
    lastSuccessAt: number | undefined;
    lockedBy: Lease | undefined;
  };
}

/** Starts watching; the first pass begins at once. */
export function startWatch(options: WatchOptions): Watch {
  const run = openRun(options);
  const { schedule } = run;
  const trigger = (reason: Trigger) => ask(run, reason);
  trigger("start");
  const ended = work(run).finally(async () => {
    schedule.close();
    await run.now.folder?.close();
    await run.connections.drop();
  });
  return {
    trigger,
    state: () => stateOf(run),
    pageOf: run.memory.guarded.pageOf,
    approve: async (digest, by) => {
      const at = new Date(run.clock()).toISOString();
      const result = await run.memory.guarded.approve({ digest, by, at });
      if (!("refused" in result)) trigger("approval");
      return result;
    },
    ended,
    close: async () => {
      schedule.close();
      await ended;
    },
  };
}

function openRun(options: WatchOptions): Run {
  const connections = openConnections();
  const now: Run["now"] = {
    context: undefined,
    folder: undefined,
    elsewhere: new Set(),
    commit: undefined,
    isCheckDue: false,
    isSourceDue: true,
    isApplying: false,
    isReachable: true,
    sourceFails: false,
    failures: 0,
    last: undefined,
    lastSuccessAt: undefined,
    lockedBy: undefined,
  };
  const state = () => {
    const connection = connections.current();
    if (connection === undefined) throw new Error("there is no connection to the server");
    return connection.inventory.state;
  };
  const guarded = openGuarded(state, () => now.context, options.version);
  return {
    ...options,
    schedule: openSchedule(),
    connections,
    memory: {
      tries: openTries(),
      guarded,
      rested: undefined,
      counter: undefined,
      asOf: undefined,
      agreed: undefined,
      lookedAt: undefined,
    },
    pending: new Set(),
    clock: options.clock ?? Date.now,
    random: options.random ?? Math.random,
    now,
  };
}

function ask({ pending, schedule }: Run, reason: Trigger): void {
  pending.add(reason);
  schedule.ring();
}

async function work(run: Run): Promise<void> {
  const { schedule, pending, now, times, source } = run;
  while (!schedule.isClosed()) {
    await schedule.heard();
    if (schedule.isClosed()) return;
    if (source !== undefined && (now.isSourceDue || pending.has("request")))
      await fetchSource(run, source);
    const reason = order.find((one) => pending.has(one));
    pending.clear();
    if (reason !== undefined) await onePass(run, reason);
    else if (now.isCheckDue) await check(run);
    // Fetching the branch is no check of the server, which stays due.
    else continue;
    now.isCheckDue = false;
    schedule.after("poll", times.pollMs, () => {
      now.isCheckDue = true;
      schedule.ring();
    });
  }
}

async function onePass(run: Run, trigger: Trigger): Promise<void> {
  const { now, clock, schedule } = run;
  const startedAt = clock();
  schedule.cancel("retry");
  if (trigger === "request") run.memory.tries.clear();
  const findings = await attempt(run);
  now.isApplying = false;
  if (findings !== undefined) now.lockedBy = undefined;
  // A pass cut short by the end of the watch is no failure.
  if (findings === undefined || (schedule.isClosed() && findings.failures === 0)) return;
  const end = endOf(run, findings, { trigger, startedAt });
  now.last = end;
  now.isReachable = !findings.diagnostics.some(({ code }) => code === "server-unreachable");
  const isRight = end.result === "converged" || end.result === "applied";
  if (isRight && end.drifted.length === 0) now.lastSuccessAt = startedAt + end.tookMs;
  askLater(run);
  if (end.result === "failed" || end.result === "degraded") tryLater(run);
  else now.failures = 0;
  run.onPass(end);
}

/** Everything is compared now and then, and looked at as map users see it. */
function askLater(run: Run): void {
  const { schedule, times, random, now } = run;
  const again = () => ask(run, "resync");
  schedule.after("resync", jittered(times.resyncMs, limits.resyncJitter, random), again);
  const everyMs = now.context?.maps?.everyMs;
  if (everyMs !== undefined) schedule.after("maps", everyMs, again);
}

function tryLater(run: Run, failures = run.now.failures++): void {
  const { schedule, times, random } = run;
  const wait = { baseMs: times.retryBaseMs, capMs: times.retryCapMs };
  schedule.after("retry", backoffMs(failures, wait, random), () => ask(run, "retry"));
}

/** Every failure becomes a finding. */
async function attempt(run: Run): Promise<Findings | undefined> {
  const { now, connections, schedule, by, source } = run;
  try {
    const { context, diagnostics } = await run.situate();
    if (context === undefined || hasErrors(diagnostics))
      return withoutPlan("degraded", diagnostics);
    now.context = context;
    await listen(run, context);
    const connection = await connections.to(context);
    return await runPass({
      ...run,
      ...run.times,
      context,
      connection,
      by: by === undefined ? undefined : () => by(now.commit),
      pause: schedule.pause,
      interrupted: schedule.isClosed,
      look: source && (() => lookAgain(run, source)),
      watched: () => watchedBy(run),
      onFiles: (paths) => {
        now.elsewhere = outside(paths, context.estate.paths);
        now.folder?.add(now.elsewhere);
      },
      onEvent: (event) => pass(run, event),
    });
  } catch (error) {
    if (error instanceof LockError && error.lease !== undefined) {
      waitForLock(run, error.lease);
      return undefined;
    }
    await connections.drop();
    return withoutPlan("failed", [run.explain(error, now.context?.url ?? "")]);
  }
}

/** Another process has the lock: no failure. The wait stays short for a standby to take over. */
function waitForLock(run: Run, lease: Lease): void {
  const { now } = run;
  now.isReachable = true;
  if (now.lockedBy?.id !== lease.id) run.onEvent({ type: "locked", lease });
  now.lockedBy = lease;
  tryLater(run, 0);
}

function pass({ now, onEvent }: Run, event: PassEvent): void {
  if (event.type === "applying") {
    now.isApplying = true;
    now.lockedBy = undefined;
  }
  onEvent(event);
}

/** Paths whose changes trigger a pass. */
function watchedBy({ now: { context, elsewhere } }: Run): readonly string[] {
  return context === undefined
    ? []
    : [...new Set([...context.estate.paths, ...context.files, ...elsewhere])];
}

/** A source reports its changes itself. */
async function listen(run: Run, { estate, files }: WatchContext): Promise<void> {
  const { now } = run;
  if (run.source !== undefined) return;
  if (now.folder !== undefined) {
    now.folder.add([...estate.paths, ...files]);
    return;
  }
  now.folder = openFolderWatch([...estate.paths, ...files], {
    onChange: () => ask(run, "files"),
    onError: (error) => trouble(run, error),
  });
  await now.folder.ready;
}

function trouble({ explain, onEvent, now }: Run, error: unknown): void {
  onEvent({ type: "trouble", diagnostic: explain(error, now.context?.url ?? "") });
}

/** Reads the catalog's counter; if unchanged, whether a waiting plan was approved. */
async function check(run: Run): Promise<void> {
  const { connections, memory, now } = run;
  const connection = connections.current();
  // Without a connection the next attempt is already scheduled.
  if (connection === undefined) return;
  if (memory.rested?.stamp !== stampOf(watchedBy(run))) ask(run, "files");
  try {
    const counter = await readChangeCounter(connection.read);
    if (counter !== memory.counter) ask(run, "poll");
    else if (await memory.guarded.isApproved()) ask(run, "approval");
  } catch (error) {
    now.isReachable = false;
    trouble(run, error);
    await connections.drop();
    tryLater(run);
  }
}

/** Must not run while a pass reads the folder. A failure leaves the folder as it is. */
async function fetchSource(run: Run, source: FolderSource): Promise<void> {
  const { now, schedule, pending } = run;
  now.isSourceDue = false;
  try {
    const { commit, changed, rewritten = false } = await source.fetch();
    if (rewritten && now.commit !== undefined) {
      // The commit is applied like any other.
      const message = `The history of the branch was rewritten: ${commit} does not come after ${now.commit}`;
      run.onEvent({ type: "trouble", diagnostic: warning("source-rewritten", message) });
    }
    if (changed || commit !== now.commit) pending.add("git");
    now.commit = commit;
    now.sourceFails = false;
  } catch (error) {
    now.sourceFails = true;
    if (!schedule.isClosed()) trouble(run, error);
  }
  schedule.after("git", run.times.gitMs, () => {
    now.isSourceDue = true;
    schedule.ring();
  });
}

/** Within a pass, which handles the result itself. */
async function lookAgain(run: Run, source: FolderSource): Promise<BranchLook> {
  const { now, pending } = run;
  const before = now.commit;
  await fetchSource(run, source);
  if (now.sourceFails) return "away";
  pending.delete("git");
  return now.commit === before ? "same" : "moved";
}

function endOf(
  { now, clock }: Run,
  findings: Findings,
  { trigger, startedAt }: Pick<PassEnd, "trigger" | "startedAt">,
): PassEnd {
  return {
    id: crypto.randomUUID(),
    estate: now.context?.estate.name ?? "",
    url: now.context?.url ?? "",
    trigger,
    startedAt,
    tookMs: clock() - startedAt,
    commit: now.commit,
    ...findings,
  };
}

const states: Readonly<Record<PassEnd["result"], WatchState["state"]>> = {
  converged: "converged",
  applied: "converged",
  drifted: "drifted",
  waiting: "waiting",
  degraded: "degraded",
  failed: "failing",
  suspended: "suspended",
};

function stateOf({ now, memory }: Run): WatchState {
  const { last, isReachable, lastSuccessAt, lockedBy } = now;
  return {
    state: stateWord(now),
    serverReachable: isReachable,
    lockedBy,
    lastPass: last,
    lastSuccessAt,
    waiting: memory.guarded.waiting(),
  };
}

function stateWord({ last, ...now }: Run["now"]): WatchState["state"] {
  if (now.isApplying) return "applying";
  if (now.lockedBy !== undefined) return "locked";
  if (last === undefined) return "starting";
  if (!now.isReachable) return "failing";
  const state = states[last.result];
  if (now.sourceFails && (state === "converged" || state === "drifted")) return "degraded";
  return state === "converged" && last.drifted.length > 0 ? "drifted" : state;
}
