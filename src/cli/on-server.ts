/** What commands on the server of an estate begin and end with: settings, and a connection. */
import type { ReadingConnection } from "./connect.ts";
import { endWithErrors, ending } from "./ending.ts";
import type { ExitCode } from "./exit-codes.ts";
import { findSettings, type EstateFlags, type Settings, type Target } from "./settings.ts";

/** A server to work with. */
export interface OnServer<Connection> {
  readonly settings: Settings;
  readonly target: Target;
  readonly connection: Connection;
}

/** Connects, does the work, and lets go of the connection whatever becomes of it. */
export function onServer<Connection extends Pick<ReadingConnection, "close">>(
  paths: readonly string[],
  flags: EstateFlags & { readonly output: "text" | "json" },
  connect: (settings: Settings, target: Target) => Promise<Connection>,
  work: (server: OnServer<Connection>) => Promise<ExitCode>,
): Promise<ExitCode> {
  let url = flags.url ?? "";
  return ending(
    flags.output,
    () => url,
    async () => {
      const { settings, diagnostics } = await findSettings(paths, flags, true);
      if (settings?.target === undefined) return endWithErrors(diagnostics, flags.output);
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
