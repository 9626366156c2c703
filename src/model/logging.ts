/** Settings of a server's log (docs/compatibility.md, "Logging"). */
import { madeOnce } from "./made-once.ts";
import { usualSettings } from "./setting.ts";
import { type PlacedParts, part } from "./schema.ts";

/** In document order. */
export const loggingSettings = {
  profile: part("text", "level", {
    usual: "DEFAULT_LOGGING",
    idleEnd: /\.(?:properties|xml)$/,
    means: "Name of a logging profile, such as PRODUCTION_LOGGING or QUIET_LOGGING.",
  }),
  location: part("text", "location", {
    usual: "logs/geoserver.log",
    means: "Path of the log file; a relative path is below the data directory.",
  }),
  stdout: part("flag", "stdOutLogging", {
    usual: true,
    means: "Whether the server also logs to its console.",
  }),
} as const satisfies PlacedParts;

/** Log settings of a new catalog. */
export const freshLogging = madeOnce(() => usualSettings(loggingSettings));
