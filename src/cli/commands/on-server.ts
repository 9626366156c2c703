/** Settings and connections for commands that use a server. */
import type { EstateFlags } from "../flags/estate.ts";
import { asDiagnostic } from "../present/failure.ts";
import { failure, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import type { ReadingConnection } from "../settings/connect.ts";
import type { FoundProject } from "../settings/project.ts";
import { findSettings, type ServerSettings } from "../settings/settings.ts";

/** What every command is given, beside its own arguments. */
export interface Given<Flags extends object = EstateFlags> {
  /** Of the argument `[paths...]`; the default ones where a command has no such argument. */
  readonly paths: readonly string[];
  readonly flags: Flags;
  readonly context: CommandContext;
  /** The project file, if it is read already: with many targets it is long. */
  readonly found?: FoundProject | undefined;
}

export interface OnServer<Connection> extends ServerSettings {
  readonly connection: Connection;
}

type Connect<Connection> = (server: ServerSettings, context: CommandContext) => Promise<Connection>;

/** Finds the settings, connects, runs `work`, and always closes the connection. */
export async function onServer<Connection extends Pick<ReadingConnection, "close">>(
  given: Given,
  connect: Connect<Connection>,
  work: (server: OnServer<Connection>) => Promise<CommandResult>,
): Promise<CommandResult> {
  const server = await findServer(given);
  if ("code" in server) return server;
  return connected(server, () => connect(server, given.context), work);
}

export async function findServer({
  paths,
  flags,
  context: { environment },
  found,
}: Given): Promise<ServerSettings | CommandResult> {
  const { settings, diagnostics } = await findSettings(paths, flags, {
    environment,
    needsServer: true,
    found,
  });
  return settings?.target === undefined
    ? failure(diagnostics)
    : { settings, target: settings.target };
}

/** Runs `work` with a connection; a known server error becomes a failure. */
export function connected<Connection extends Pick<ReadingConnection, "close">>(
  server: ServerSettings,
  connect: () => Promise<Connection>,
  work: (server: OnServer<Connection>) => Promise<CommandResult>,
): Promise<CommandResult> {
  return failingAt(server.target.url, async () => {
    const connection = await connect();
    try {
      return await work({ ...server, connection });
    } finally {
      await connection.close();
    }
  });
}

/** Runs `work`; a known error becomes a failure with its place. */
export async function failingAt(
  place: string,
  work: () => Promise<CommandResult>,
): Promise<CommandResult> {
  try {
    return await work();
  } catch (error) {
    const diagnostic = asDiagnostic(error, place);
    if (diagnostic === undefined) throw error;
    return failure([diagnostic]);
  }
}
