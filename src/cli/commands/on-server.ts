/** What commands on the server of an estate begin and end with: settings, and a connection. */
import type { ReadingConnection } from "../settings/connect.ts";
import { endRun, ending } from "../present/ending.ts";
import type { ExitCode } from "../process/exit-codes.ts";
import { findUnwritable, type Asked } from "../present/reports.ts";
import {
  findSettings,
  type EstateFlags,
  type Settings,
  type Target,
} from "../settings/settings.ts";

/** A server to work with. */
export interface OnServer<Connection> {
  readonly settings: Settings;
  readonly target: Target;
  readonly connection: Connection;
}

/** Connects, does the work, and lets go of the connection whatever becomes of it. */
export function onServer<Connection extends Pick<ReadingConnection, "close">>(
  paths: readonly string[],
  flags: EstateFlags & Asked,
  connect: (settings: Settings, target: Target) => Promise<Connection>,
  work: (server: OnServer<Connection>) => Promise<ExitCode>,
): Promise<ExitCode> {
  let url = flags.url ?? "";
  return ending(
    (diagnostics) => endRun(flags, diagnostics),
    () => url,
    async () => {
      const unwritable = findUnwritable(flags);
      if (unwritable.length > 0) return endRun({ output: flags.output }, unwritable);
      const { settings, diagnostics } = await findSettings(paths, flags, true);
      if (settings?.target === undefined) return endRun(flags, diagnostics);
      const { target } = settings;
      url = target.url;
      const connection = await connect(settings, target);
      try {
        return await work({ settings, target, connection });
      } finally {
        await connection.close();
      }
    },
  );
}
