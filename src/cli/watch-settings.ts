/** How a watch works: flags before the project file before what is usual. */
import type { DriftPolicy } from "../reconciler/watch/judge.ts";
import { usualTimes, type WatchTimes } from "../reconciler/watch/options.ts";
import { parseDuration } from "./duration.ts";
import type { WatchSettings } from "./project/watch.ts";

/** Flags about how a watch works; times in milliseconds. */
export interface WorkFlags {
  readonly poll?: number;
  readonly resync?: number;
  readonly debounce?: number;
  readonly gitInterval?: number;
  readonly drift?: DriftPolicy;
  /** Address of a repository that is followed. */
  readonly git?: string;
}

/** A tree that git put there is whole at once. */
const WHOLE_MS = 10;

/** What becomes of drift, and the times. */
export function watchSettings(
  flags: WorkFlags,
  project: WatchSettings | undefined,
): { readonly policy: DriftPolicy; readonly times: WatchTimes } {
  const quietMs = flags.debounce ?? inMs(project?.debounce) ?? usualTimes.quietMs;
  const isWhole = flags.git !== undefined;
  return {
    policy: flags.drift ?? project?.drift ?? "report",
    times: {
      ...usualTimes,
      quietMs: isWhole ? WHOLE_MS : quietMs,
      deleteQuietMs: isWhole ? WHOLE_MS : Math.max(quietMs, usualTimes.deleteQuietMs),
      pollMs: flags.poll ?? inMs(project?.poll) ?? usualTimes.pollMs,
      resyncMs: flags.resync ?? inMs(project?.resync) ?? usualTimes.resyncMs,
      gitMs: flags.gitInterval ?? usualTimes.gitMs,
    },
  };
}

function inMs(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseDuration(text);
}
