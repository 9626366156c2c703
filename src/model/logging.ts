/** Settings of a server's log (docs/compatibility.md, "Logging"). */
import { setting, usualSettings, type SettingTable, type SettingValues } from "./setting.ts";

/** In document order. */
export const loggingSettings = {
  profile: setting("text", "level", {
    usual: "DEFAULT_LOGGING",
    idleEnd: /\.(?:properties|xml)$/,
    means: "Name of a profile, such as PRODUCTION_LOGGING or QUIET_LOGGING.",
  }),
  location: setting("text", "location", {
    usual: "logs/geoserver.log",
    means: "File of the log, in the data directory where it is relative.",
  }),
  stdout: setting("flag", "stdOutLogging", {
    usual: true,
    means: "Whether the server logs on its console too.",
  }),
} as const satisfies SettingTable;

/** Log settings of a new catalog. */
export const freshLogging: SettingValues = usualSettings(loggingSettings);
