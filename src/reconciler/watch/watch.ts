/**
 * Watch mode: passes one after the other, each over everything, whatever it was that asked for
 * them. A lost event costs time and nothing else.
 */
import { warning, hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { watch as limits } from "../../model/limits.ts";
import type { BranchLook } from "./branch-age.ts";
import { readChangeCounter } from "./change-counter.ts";
import { openConnections, type Connections } from "./connections.ts";
import { withoutPlan, type Findings } from "./findings.ts";
import { openFolderWatch, type FolderWatch } from "./folder.ts";
import { openGuarded } from "./guarded.ts";
import type { Approving } from "../inventory/approvals.ts";
import { LockError, type Lease } from "../lock/lease.ts";
import type { FolderSource, WatchOptions } from "./options.ts";
import type { PassEnd, Trigger, WatchState } from "./pass-end.ts";
import { runPass, type PassEvent, type PassMemory } from "./pass.ts";
import { backoffMs, jittered, openSchedule, type Schedule } from "./schedule.ts";
import type { WatchContext } from "./context.ts";
import { outside, stampOf } from "./tree.ts";
import { openTries } from "./tries.ts";

/** A watch that runs. */
export interface Watch {
  /** Asks for a pass; several asked for at once are one. */
  readonly trigger: (reason: Trigger) => void;
  readonly state: () => WatchState;
  /** Approves a plan that waits, which the next pass runs. Rejects while the server is out of reach. */
  readonly approve: (digest: string, by: string) => Promise<Approving>;
  /** Resolves when the watch has ended; rejects when it broke. */
  readonly ended: Promise<void>;
  /** Ends it: the request under way is finished and the lock is let go. */
  readonly close: () => Promise<void>;
}

/** Reasons in the order in which one is reported where there are several. */
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

/** A watch under way. */
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
    /** Files beside the manifests that they name. */
    elsewhere: ReadonlySet<string>;
    commit: string | undefined;
    /** Whether the counter of the server is to be looked at. */
    isCheckDue: boolean;
    /** Whether the folder's source is to be looked at. */
    isSourceDue: boolean;
    isApplying: boolean;
    isReachable: boolean;
    sourceFails: boolean;
    failures: number;
    last: PassEnd | undefined;
    lastSuccessAt: number | undefined;
    /** What somebody else holds, while it is waited for. */
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
    // A branch that was looked at is no look at the server: that stays due when it was.
    else continue;
    now.isCheckDue = false;
    schedule.after("poll", times.pollMs, () => {
      now.isCheckDue = true;
      schedule.ring();
    });
  }
}

/** Runs a pass and reports how it ended. */
async function onePass(run: Run, trigger: Trigger): Promise<void> {
  const { now, clock, schedule, times, random } = run;
  const startedAt = clock();
  schedule.cancel("retry");
  if (trigger === "request") run.memory.tries.clear();
  const findings = await attempt(run);
  now.isApplying = false;
  if (findings !== undefined) now.lockedBy = undefined;
  // What was cut short by the end of the watch is no failure.
  if (findings === undefined || (schedule.isClosed() && findings.failures === 0)) return;
  const end = endOf(run, findings, { trigger, startedAt });
  now.last = end;
  now.isReachable = !findings.diagnostics.some(({ code }) => code === "server-unreachable");
  const isRight = end.result === "converged" || end.result === "applied";
  if (isRight && end.drifted.length === 0) now.lastSuccessAt = startedAt + end.tookMs;
  schedule.after("resync", jittered(times.resyncMs, limits.resyncJitter, random), () =>
    ask(run, "resync"),
  );
  if (end.result === "failed" || end.result === "degraded") tryLater(run);
  else now.failures = 0;
  run.onPass(end);
}

function tryLater(run: Run): void {
  const { now, schedule, times, random } = run;
  const wait = { baseMs: times.retryBaseMs, capMs: times.retryCapMs };
  schedule.after("retry", backoffMs(now.failures++, wait, random), () => ask(run, "retry"));
}

/** A pass; every failure of it is one of its findings. */
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

/**
 * Somebody else is at work, and what is seen meanwhile says nothing. That is no failure, after which one waits longer
 * and longer: who stands by follows soon.
 */
function waitForLock(run: Run, lease: Lease): void {
  const { now, schedule, times, random } = run;
  now.isReachable = true;
  if (now.lockedBy?.id !== lease.id) run.onEvent({ type: "locked", lease });
  now.lockedBy = lease;
  const waitMs = backoffMs(0, { baseMs: times.retryBaseMs, capMs: times.retryCapMs }, random);
  schedule.after("retry", waitMs, () => ask(run, "retry"));
}

function pass({ now, onEvent }: Run, event: PassEvent): void {
  if (event.type === "applying") {
    now.isApplying = true;
    now.lockedBy = undefined;
  }
  onEvent(event);
}

/** Everything whose change is worth a pass. */
function watchedBy({ now: { context, elsewhere } }: Run): readonly string[] {
  return context === undefined
    ? []
    : [...new Set([...context.estate.paths, ...context.files, ...elsewhere])];
}

/** Listens to the folder and to what decides about it; a source reports its changes itself. */
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

/** One request shows whether the catalog changed; while something waits, one more whether it may run. */
async function check(run: Run): Promise<void> {
  const { connections, memory, now } = run;
  const connection = connections.current();
  // Without a connection the next attempt is planned already.
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

/**
 * Brings the folder up to date where it comes from elsewhere, between passes, as those must not be
 * at work meanwhile; a failure leaves it as it is.
 */
async function fetchSource(run: Run, source: FolderSource): Promise<void> {
  const { now, schedule, pending } = run;
  now.isSourceDue = false;
  try {
    const { commit, changed, rewritten = false } = await source.fetch();
    if (rewritten && now.commit !== undefined)
      run.onEvent({ type: "trouble", diagnostic: rewrittenSince(now.commit, commit) });
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

/** Looks at the branch within a pass, which takes up itself what comes of it. */
async function lookAgain(run: Run, source: FolderSource): Promise<BranchLook> {
  const { now, pending } = run;
  const before = now.commit;
  await fetchSource(run, source);
  if (now.sourceFails) return "away";
  pending.delete("git");
  return now.commit === before ? "same" : "moved";
}

/** It is applied like any other commit; somebody may want to know that it went back on others. */
function rewrittenSince(before: string, commit: string): Diagnostic {
  const message = `The history of the branch was rewritten: ${commit} does not come after ${before}`;
  return warning("source-rewritten", message);
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
