/** `plumbline serve`: the included catalog server as a process. */
import { readFile } from "node:fs/promises";
import closeWithGrace from "close-with-grace";
import { parse as parseProperties } from "dot-properties";
import { pino } from "pino";
import type { DialectName } from "../model/dialect.ts";
import { secret, type Secret } from "../model/secret.ts";
import { passwordWeakness } from "../server/administrator.ts";
import { openCatalogServer } from "../server/open.ts";
import { VERSION } from "../version.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { document, note } from "./output.ts";

/** Flags of `serve`. */
export interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly dialect: DialectName;
  readonly appSchemaProperties?: string;
  readonly logLevel: string;
}

const GRACE_MS = 30_000;

/** Starts the server and prints where it listens; the process ends with the first signal. */
export async function runServe(flags: ServeFlags): Promise<ExitCode> {
  try {
    return await start(flags);
  } catch (error) {
    note(`The server could not start: ${(error as Error).message}\n`);
    return exitCodes.error;
  }
}

async function start(flags: ServeFlags): Promise<ExitCode> {
  const password = await givenPassword();
  if (!isLoopback(flags.host) && password !== undefined) {
    const weakness = passwordWeakness(password);
    if (weakness !== undefined) {
      note(
        `The administrator's password ${weakness}; on ${flags.host}, which others can reach, it is refused.\n`,
      );
      return exitCodes.error;
    }
  }
  const user = process.env["PLUMBLINE_ADMIN_USER"] || "admin";
  const logger = pino({ level: flags.logLevel }, pino.destination({ dest: 2, sync: false }));
  const server = await openCatalogServer({
    folder: flags.data,
    dialect: flags.dialect,
    administrator: { user, password },
    version: VERSION,
    logger,
    properties: await readProperties(flags.appSchemaProperties),
  });
  if (server.passwordFile !== undefined)
    note(`The password of ${user} is in ${server.passwordFile}\n`);
  const address = await server.app.listen({ host: flags.host, port: flags.port });
  document(`Listening on ${address}/rest\n`);
  closeWithGrace({ delay: GRACE_MS, logger }, () => server.close());
  return exitCodes.success;
}

async function givenPassword(): Promise<Secret | undefined> {
  const value = process.env["PLUMBLINE_ADMIN_PASSWORD"];
  if (value !== undefined && value !== "") return secret(value);
  const file = process.env["PLUMBLINE_ADMIN_PASSWORD_FILE"];
  if (file === undefined || file === "") return undefined;
  return secret((await readFile(file, "utf8")).replace(/\r?\n$/, ""));
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

async function readProperties(
  file: string | undefined,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (file === undefined) return undefined;
  return new Map(
    Object.entries(parseProperties(await readFile(file, "latin1")) as Record<string, string>),
  );
}
