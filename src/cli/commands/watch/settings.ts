/** Settings of a watch: flags take precedence over the project file, then defaults. */
import type { DriftPolicy } from "../../../reconciler/watch/drift.ts";
import { usualTimes, type WatchTimes } from "../../../reconciler/watch/options.ts";
import { parseDuration } from "../../flags/duration.ts";
import type { PassFlags } from "../../flags/watch.ts";
import type { WatchSettings } from "../../settings/project/watch.ts";

/** A Git checkout is complete at once. */
const WHOLE_MS = 10;

export function watchSettings(
  flags: PassFlags,
  project: WatchSettings | undefined,
): { readonly policy: DriftPolicy; readonly times: WatchTimes } {
  const { poll, resync, debounce, drift = "report" } = project ?? {};
  const quietMs = chosen(flags.debounce, debounce, usualTimes.quietMs);
  const rest =
    flags.git === undefined
      ? { quietMs, deleteQuietMs: Math.max(quietMs, usualTimes.deleteQuietMs) }
      : { quietMs: WHOLE_MS, deleteQuietMs: WHOLE_MS };
  return {
    policy: flags.drift ?? drift,
    times: {
      ...usualTimes,
      ...rest,
      pollMs: chosen(flags.poll, poll, usualTimes.pollMs),
      resyncMs: chosen(flags.resync, resync, usualTimes.resyncMs),
      gitMs: chosen(flags.gitInterval, undefined, usualTimes.gitMs),
    },
  };
}

/** In milliseconds. */
function chosen(flag: number | undefined, text: string | undefined, usual: number): number {
  return flag ?? (text === undefined ? usual : parseDuration(text));
}
