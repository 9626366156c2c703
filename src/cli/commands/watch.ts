/** `plumbline watch`: keeps a catalog as a folder or branch declares it, until it is stopped. */
import { bugDiagnostic } from "../../model/failure.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import type { StateStore } from "../../reconciler/inventory/state-store.ts";
import type { RunBy } from "../../reconciler/inventory/history.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import type { GitSource } from "../../reconciler/watch/git-source.ts";
import { openMetrics, type Metrics } from "../../reconciler/watch/metrics.ts";
import { startWatch, type Watch } from "../../reconciler/watch/watch.ts";
import { VERSION } from "../../version.ts";
import type { WatchFlags } from "../flags/watch.ts";
import { asDiagnostic } from "../present/failure.ts";
import { printDiagnostics } from "../present/present.ts";
import { failure, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { runBy, runner } from "../process/run-by.ts";
import type { Screen } from "../process/screen.ts";
import { findProject, type Project } from "../settings/project.ts";
import { findReceivers } from "../settings/receivers.ts";
import { failingAt, type Given } from "./on-server.ts";
import { openEndpoints, openNotifier, type Notifier } from "./watch/listeners.ts";
import { openWatchReport, type WatchReport } from "./watch/report.ts";
import { findContext, type WatchContextInput, watchSettings } from "./watch/server.ts";
import { mayComeBack, openSource, sourceDiagnostic } from "./watch/source.ts";

/** Watches until a signal. */
export async function runWatch(given: Given<WatchFlags>): Promise<CommandResult> {
  const { flags, context } = given;
  const result = await failingAt(flags.url ?? "", async () => {
    try {
      const source = await openSource(flags, context.environment);
      try {
        return await watchFrom(source, given);
      } finally {
        await source?.close();
      }
    } catch (error) {
      const diagnostic = sourceDiagnostic(error);
      if (diagnostic === undefined) throw error;
      return failure([diagnostic]);
    }
  });
  return asLine(result, context);
}

/** JSON output has one document per line. */
function asLine({ document, ...result }: CommandResult, { event }: CommandContext): CommandResult {
  if (document !== undefined) event?.(document);
  return result;
}

interface Parts extends Given<WatchFlags> {
  readonly project: Project | undefined;
  readonly source: GitSource | undefined;
  readonly report: WatchReport;
  readonly metrics: Metrics;
  readonly notifier: Notifier;
  readonly input: WatchContextInput;
}

async function watchFrom(
  source: GitSource | undefined,
  { paths: given, flags: own, context }: Given<WatchFlags>,
): Promise<CommandResult> {
  const { environment } = context;
  const isOwn = source === undefined || own.project !== undefined || own.allowExec === true;
  const flags = { ...own, isForeign: !isOwn };
  const paths = source === undefined ? given : [source.folder];
  const isThere = await firstFetch(source, context.err);
  const { project, diagnostics } = findProject(paths, flags.project, flags.isForeign);
  const { receivers, diagnostics: refused } = await findReceivers(project, environment);
  const metrics = openMetrics();
  let state: StateStore | undefined;
  const input: WatchContextInput = {
    paths,
    flags,
    context,
    counting: metrics.counting,
    hasPages: flags.endpoints !== undefined,
    onConnect: ({ inventory }) => (state = inventory.state),
  };
  // Errors at the start end the command; later ones are reported and retried.
  const first = isThere ? (await findContext(input)).diagnostics : [];
  const found = [...diagnostics, ...refused, ...first];
  const distinct = new Map(found.map((one) => [JSON.stringify(one), one]));
  if (hasErrors(found)) return failure([...distinct.values()]);
  const report = openWatchReport(flags.logFormat, context);
  const note = (text: string) => report.print("notify", text);
  const notifier = openNotifier(
    receivers,
    () => state,
    note,
    project?.settings.endpoints?.publicUrl,
  );
  try {
    const made = { report, metrics, notifier };
    await untilStopped({ paths, flags, context, project, source, input, ...made });
  } finally {
    await notifier.close();
  }
  report.print("stopped", "the lock is released, and no request is running");
  return { code: exitCodes.success };
}

/** Whether the first fetch succeeded; a temporary failure is retried later. */
async function firstFetch(source: GitSource | undefined, screen: Screen): Promise<boolean> {
  try {
    await source?.fetch();
    return true;
  } catch (error) {
    if (!mayComeBack(error)) throw error;
    printDiagnostics([sourceDiagnostic(error) ?? bugDiagnostic(error)], screen);
    return false;
  }
}

async function untilStopped(parts: Parts): Promise<void> {
  const { flags, context, project, source, report, metrics, notifier, input, paths } = parts;
  let url = flags.url ?? "";
  const settings = watchSettings(flags, project?.settings.watch);
  const watch = startWatch({
    ...settings,
    situate: async () => {
      const found = await findContext(input);
      url = found.context?.url ?? url;
      return found;
    },
    holder: thisProcess(context.environment),
    by: (commit) => whoRuns(parts, commit),
    explain: (error, at) =>
      sourceDiagnostic(error) ?? asDiagnostic(error, at) ?? bugDiagnostic(error),
    source,
    onPass: (end) => {
      report.pass(end);
      metrics.passEnded(end);
      notifier.passEnded(end);
    },
    onEvent: (event) => report.event(event, url),
    version: VERSION,
  });
  // From this output on, a signal can arrive, and the first pass has begun.
  const release = stopOnSignals(watch, source, report);
  const { policy, times } = settings;
  const seconds = (ms: number) => `${ms / 1_000} s`;
  const what = source === undefined ? paths.join(", ") : `branch ${flags.branch}`;
  report.print(
    "watching",
    `${what}; poll ${seconds(times.pollMs)}, resync ${seconds(times.resyncMs)}, drift ${policy}`,
  );
  try {
    await withEndpoints(parts, watch);
  } finally {
    release();
  }
}

/** The commit is known for a branch, and looked up for a folder. */
async function whoRuns(
  { source, paths, context: { environment } }: Parts,
  commit: string | undefined,
): Promise<RunBy> {
  if (source === undefined) return runBy("watch", paths, environment);
  return { command: "watch", ...runner(environment), commit, modified: false };
}

async function withEndpoints({ flags, metrics, report }: Parts, watch: Watch): Promise<void> {
  try {
    const endpoints = await openEndpoints(flags, { watch, metrics });
    if (endpoints !== undefined) report.print("endpoints", endpoints.url);
    try {
      await watch.ended;
    } finally {
      await endpoints?.close();
    }
  } finally {
    await watch.close();
  }
}

/**
 * The first signal ends the watch gracefully, the second at once; SIGHUP triggers a pass. Returns a
 * function that removes the handlers.
 */
function stopOnSignals(
  watch: Watch,
  source: GitSource | undefined,
  report: WatchReport,
): () => void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(exitCodes.error);
    isStopping = true;
    report.print("stopping", "after the requests in flight; once more stops at once");
    // Errors of closing appear where the watch is awaited.
    void Promise.allSettled([source?.close(), watch.close()]);
  };
  const again = () => watch.trigger("request");
  process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", again);
  return () => void process.off("SIGINT", stop).off("SIGTERM", stop).off("SIGHUP", again);
}
