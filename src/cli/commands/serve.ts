/** `plumbline serve`: runs the included catalog server. */
import { lookup } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { parse as parseProperties } from "dot-properties";
import closeWithGrace from "close-with-grace";
import type { Endpoints } from "../../endpoints/listen.ts";
import { count } from "../../model/count.ts";
import type { DialectName } from "../../model/dialect.ts";
import type { Environment } from "../../model/environment.ts";
import { http as limits } from "../../model/limits.ts";
import { openCatalogServer } from "../../server/open.ts";
import type { OpenOptions, OpenServer } from "../../server/options.ts";
import { VERSION } from "../../version.ts";
import type { ServeFlags } from "../flags/serve.ts";
import { ended, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { findCatalogPlace } from "../settings/catalog-place.ts";
import { endingOnSignals } from "../process/context.ts";
import { makeFolder, PRIVATE } from "../process/writing.ts";
import type { Given } from "./on-server.ts";
import { openLog, type ServeLog } from "./serve/log.ts";
import { watchMemory } from "./serve/memory.ts";
import {
  findPasswords,
  refusedPasswords,
  requireGiven,
  type GivenPasswords,
} from "./serve/passwords.ts";
import { openTls } from "./serve/tls.ts";

/** Reports the address; the first signal ends the process. */
export async function runServe({ flags, context }: Given<ServeFlags>): Promise<CommandResult> {
  try {
    return await start(flags, context);
  } catch (error) {
    const note = `The server could not start: ${(error as Error).message}\n`;
    return ended(exitCodes.error, note);
  }
}

async function start(flags: ServeFlags, context: CommandContext): Promise<CommandResult> {
  const { environment, err } = context;
  const passwords = await findPasswords(environment);
  const refused = refusedPasswords(passwords, flags);
  if (refused !== undefined) return ended(exitCodes.error, refused);
  const user = environment["PLUMBLINE_ADMIN_USER"] || "admin";
  const { logger, notice, line } = openLog(flags, err);
  const tls = await openTls(flags, err);
  const options = {
    dialect: flags.dialect,
    line: flags.line,
    administrator: { user, password: passwords.administrator },
    version: VERSION,
    logger,
    certificate: tls?.certificate,
    trustedProxies: flags.trustedProxy,
    publicUrl: flags.publicUrl,
    properties: await readProperties(flags.appSchemaProperties),
    limits: { shutdownDelayMs: flags.shutdownDelay },
  };
  const { from } = flags;
  const server = await (from === undefined
    ? openOwn(flags, options, { environment, passwords, notice })
    : openDirectory(from, options, notice));
  const endpoints = await openEndpoints(flags, server, notice);
  try {
    const address = await listen(server, flags, tls === undefined ? "http" : "https");
    // A reader of the address may send a signal at once, so the handlers come first.
    const skip = tls?.renewOn("SIGHUP", server, logger) ?? [];
    watchMemory(server);
    const graceMs = limits.graceMs + flags.shutdownDelay;
    endInTime(server, endpoints, logger, { skip, graceMs });
    return { code: exitCodes.success, text: line(`Listening on ${address}/rest`) };
  } catch (error) {
    await end(server, endpoints);
    throw error;
  }
}

type Options = Omit<OpenOptions, "folder" | "filling">;

interface Surroundings {
  readonly environment: Environment;
  readonly passwords: GivenPasswords;
  readonly notice: ServeLog["notice"];
}

/** Opens a catalog in a folder, or a shared one. */
async function openOwn(
  flags: ServeFlags,
  options: Options,
  { environment, passwords, notice }: Surroundings,
): Promise<OpenServer> {
  const { data = "" } = flags;
  const shared = await findCatalogPlace(flags, environment);
  if (shared !== undefined) requireGiven(passwords);
  makeFolder(data, PRIVATE);
  const server = await openCatalogServer({
    ...options,
    folder: data,
    shared,
    granuleRoots: flags.granuleRoot ?? [],
    keystore: { password: passwords.keystore, readable: flags.masterpwRead },
    acceptsOlderCatalog: flags.acceptOlderCatalog,
  });
  for (const text of server.notices) notice(text);
  reportPassword(server, options, notice);
  reportKeystore(server, passwords.keystore !== undefined, notice);
  reportDialect(flags.dialect, notice);
  return server;
}

/** Says what is served, and that its faults are told elsewhere. */
async function openDirectory(
  path: string,
  options: Options,
  notice: ServeLog["notice"],
): Promise<OpenServer> {
  const { serveDataDirectory } = await import("../../datadir/open.ts");
  const { server, notes } = await endingOnSignals(() => serveDataDirectory(path, options));
  const faults = notes.filter(({ severity }) => severity === "warning").length;
  notice(`The data directory ${path} is served read only; its objects are those of this start`);
  if (faults > 0)
    notice(`It has ${count(faults, "fault")}; plumbline import --from ${path} lists them`);
  reportPassword(server, options, notice);
  return server;
}

function reportPassword(
  { passwordFile }: OpenServer,
  { administrator }: Options,
  notice: ServeLog["notice"],
): void {
  if (passwordFile === undefined) return;
  notice(`The password of ${administrator.user} is in ${passwordFile}`);
}

/**
 * Ends the process on a signal, an uncaught error, or when the server is lost; at the latest after
 * `graceMs`. The signals in `skip` have another meaning.
 */
function endInTime(
  server: OpenServer,
  endpoints: Endpoints | undefined,
  logger: ServeLog["logger"],
  { skip, graceMs }: { readonly skip: "SIGHUP"[]; readonly graceMs: number },
): void {
  closeWithGrace({ delay: graceMs, logger, skip }, ({ err }) => {
    if (err !== undefined) logger.fatal({ err }, "the server ends, because of an internal error");
    return end(server, endpoints);
  });
  void server.lost.then((reason) => {
    logger.fatal(`${reason}; the server ends, and may be started again`);
    const exit = () => process.exit(exitCodes.error);
    setTimeout(exit, graceMs).unref();
    return end(server, endpoints).finally(exit);
  });
}

/** Fastify reports HTTP addresses even with TLS, so they are corrected. */
async function listen(
  { app }: OpenServer,
  { host, port }: ServeFlags,
  scheme: "http" | "https",
): Promise<string> {
  const named = (address: string) => address.replace(/^http:/, `${scheme}:`);
  const listenTextResolver = (address: string) => `Server listening at ${named(address)}`;
  const address = named(await app.listen({ host, port, listenTextResolver }));
  if (host === "localhost") await listenEverywhere(app);
  return address;
}

/** Listens at all addresses of localhost; an unavailable one is skipped. */
async function listenEverywhere(app: OpenServer["app"]): Promise<void> {
  const known = app.addresses().map((one) => (typeof one === "string" ? one : one.address));
  for (const { address } of await lookup("localhost", { all: true }))
    if (!known.includes(address))
      await app.listenAlso(address).catch((err: unknown) => app.log.warn({ err }));
}

/** Closes the endpoints last: they report the shutdown. */
async function end(server: OpenServer, endpoints: Endpoints | undefined): Promise<void> {
  await server.close();
  await endpoints?.close();
}

async function openEndpoints(
  { endpoints }: ServeFlags,
  server: OpenServer,
  notice: ServeLog["notice"],
): Promise<Endpoints | undefined> {
  if (endpoints === undefined) return undefined;
  const { startEndpoints } = await import("../../endpoints/listen.ts");
  const { openServerMetrics } = await import("../../server/metrics.ts");
  const metrics = openServerMetrics(server.app.figures);
  const readiness = async () => {
    const found = await server.readiness();
    if (!found.ready || server.app.server.listening) return found;
    return { ready: false, state: "starting", reasons: ["The server does not listen yet"] };
  };
  try {
    const started = await startEndpoints({ ...endpoints, readiness, metrics });
    notice(`Endpoints at ${started.url}`);
    return started;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Prints the location of the keystore password, never the password. */
function reportKeystore(
  { keystore }: OpenServer,
  wasGiven: boolean,
  notice: ServeLog["notice"],
): void {
  if (keystore.origin === "made") notice(`The keystore password is in ${keystore.file}`);
  if (!wasGiven || keystore.origin === "given") return;
  notice(
    `PLUMBLINE_MASTER_PASSWORD is not the keystore password any more; the one in ${keystore.file} is`,
  );
}

/** Warns about a difference to stock servers (docs/interface.md, 4.4). */
function reportDialect(dialect: DialectName, notice: ServeLog["notice"]): void {
  if (dialect !== "documented") return;
  notice(
    "In the dialect documented a POST of access rules sets the whole list: rules that it leaves out go, " +
      "and what no rule is left for everybody may read. " +
      "Clients made for a stock server mean to add rules; --dialect geoserver does. " +
      "GET /rest/plumbline/audit names the rules that went.",
  );
}

async function readProperties(
  file: string | undefined,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (file === undefined) return undefined;
  return new Map(
    Object.entries(parseProperties(await readFile(file, "latin1")) as Record<string, string>),
  );
}
