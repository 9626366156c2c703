/** Flags of `plumbline serve`. */
import { delimiter } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import {
  dialectLines,
  dialects,
  type DialectLine,
  type DialectName,
  usualLine,
} from "../../model/dialect.ts";
import { isLoopbackHost } from "../../model/network.ts";
import { trustedProxies } from "../../server/front/address.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { withCatalogPlace, type CatalogPlaceFlags } from "./catalog-place.ts";
import { parseDuration } from "./duration.ts";
import {
  collect,
  fromOption,
  option,
  parseEndpointAddress,
  parseNumber,
  withExamples,
  type AddCommand,
} from "./option.ts";

/** Flags of `serve`. */
export interface ServeFlags extends CatalogPlaceFlags {
  readonly host: string;
  readonly port: number;
  /** Both or neither. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly endpoints?: { readonly host: string; readonly port: number };
  /** Milliseconds. */
  readonly shutdownDelay: number;
  readonly trustedProxy?: readonly string[];
  readonly publicUrl?: string;
  /** Absent with `from`. */
  readonly data?: string;
  /** A data directory, which is served read only. */
  readonly from?: string;
  readonly dialect: DialectName;
  /** Only with the dialect `geoserver`. */
  readonly line?: DialectLine;
  readonly granuleRoot?: readonly string[];
  readonly appSchemaProperties?: string;
  /** Commander's name for `--no-masterpw-read`. */
  readonly masterpwRead: boolean;
  readonly logLevel: string;
  readonly logFormat: "auto" | "text" | "json";
  readonly acceptOlderCatalog?: boolean;
}

/** Adds `serve`. */
export const addServe: AddCommand = (program) => {
  const command = withCatalogPlace(
    withFlags(program.command("serve").description("run the included catalog server")),
  ).addHelpText(
    "after",
    "\nThe administrator is PLUMBLINE_ADMIN_USER (admin) with PLUMBLINE_ADMIN_PASSWORD (or _FILE).\nThe keystore password is PLUMBLINE_MASTER_PASSWORD (or _FILE). With --catalog both are required, the same for all servers.\nThe password of the database, where its URL has none, is PLUMBLINE_CATALOG_PASSWORD (or _FILE).",
  );
  command
    .hook("preAction", checkPlace)
    .hook("preAction", refuseHalfTls)
    .hook("preAction", refuseLineOfNone)
    .hook("preAction", splitRoots);
  return withExamples(
    command,
    "plumbline serve --data ./catalog --port 8600",
    "plumbline serve --catalog postgres://plumbline@db.example/catalog --files /srv/granules --data /var/tmp/plumbline",
    "plumbline serve --from /var/lib/geoserver_data --port 8601",
    "plumbline serve --data ./catalog --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --endpoints 127.0.0.1:9601",
  );
};

/** The accounts of a data directory are not checked, so nobody else may reach what shows it. */
function checkPlace(command: Command): void {
  const { data, from, host } = command.opts<ServeFlags>();
  const end = (message: string) => command.error(message, { exitCode: exitCodes.usage });
  if (data === undefined && from === undefined)
    end("error: name a folder with --data, or a data directory with --from");
  if (from !== undefined && !isLoopbackHost(host))
    end(`error: --from is served on this machine alone, and --host ${host} is not`);
}

function refuseHalfTls(command: Command): void {
  const { tlsCert, tlsKey } = command.opts<ServeFlags>();
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    command.error("error: --tls-cert and --tls-key go together: give both or neither");
}

function refuseLineOfNone(command: Command): void {
  const { dialect, line } = command.opts<ServeFlags>();
  if (line !== undefined && dialect !== "geoserver")
    command.error(
      `error: --line ${line} goes with --dialect geoserver, and the dialect is ${dialect}`,
    );
}

/** The flag names one folder, the environment variable several. */
function splitRoots(command: Command): void {
  const { granuleRoot = [] } = command.opts<ServeFlags>();
  if (command.getOptionValueSource("granuleRoot") === "env")
    command.setOptionValueWithSource("granuleRoot", granuleRoot.flatMap(foldersOf), "env");
}

function withFlags(command: Command): Command {
  return withHabits(withAddresses(command));
}

function withAddresses(command: Command): Command {
  return command
    .addOption(option("--host <address>", "address to listen on").default("127.0.0.1"))
    .addOption(
      option("--port <number>", "port to listen on; 0 picks a free one")
        .default(8600)
        .argParser(parseNumber(0, 65_535)),
    )
    .addOption(
      option(
        "--tls-cert <file>",
        "certificate, or a chain of them, as PEM: speak TLS; read again on SIGHUP",
      ),
    )
    .addOption(option("--tls-key <file>", "its key, as PEM, without a passphrase"))
    .addOption(
      option(
        "--endpoints <address>",
        "answer /livez, /readyz and /metrics there without credentials, such as 127.0.0.1:9601",
      ).argParser(parseEndpointAddress),
    )
    .addOption(
      option(
        "--shutdown-delay <time>",
        "go on for this time after a signal to end, not ready any more, until balancers have seen that and send nothing more, such as 10s",
      )
        .default(0, "0s")
        .argParser(parseDuration),
    )
    .addOption(
      option(
        "--trusted-proxy <networks>",
        "addresses and networks of proxies, such as 10.0.0.0/8,::1, whose X-Forwarded-For, -Host and -Proto count; nobody's when left out",
      ).argParser(parseProxies),
    )
    .addOption(
      option(
        "--public-url <url>",
        "where clients find the server, for links; what their requests name when left out",
      ).argParser(parsePublicUrl),
    );
}

function withHabits(command: Command): Command {
  return command
    .addOption(
      option(
        "--data <folder>",
        "folder of the catalog; made when it is missing. With --catalog, for what this server alone needs while it runs",
      ),
    )
    .addOption(
      fromOption("served read only on this machine, without --data").conflicts([
        "data",
        "catalog",
        "catalogFile",
        "files",
      ]),
    )
    .addOption(
      option(
        "--dialect <name>",
        "how to answer where the published interface and a stock server differ; in documented a POST of access rules replaces the list, in geoserver it adds to it",
      )
        .choices(dialects)
        .default("documented"),
    )
    .addOption(
      option(
        "--line <line>",
        `the line of stock servers that --dialect geoserver answers as; ${usualLine} when left out`,
      ).choices(dialectLines),
    )
    .addOption(option("--app-schema-properties <file>", "values for ${name} in mappings"))
    .addOption(
      option(
        "--granule-root <folder>",
        "folder whose rasters may be harvested, besides the data folder; may be given again, and the variable holds several as PATH does",
      )
        .argParser(collect(String))
        .env("PLUMBLINE_GRANULE_ROOTS"),
    )
    .addOption(option("--no-masterpw-read", "do not let administrators read the keystore password"))
    .addOption(
      option("--log-level <level>", "what goes to the log on stderr")
        .choices(["debug", "info", "warn", "error"])
        .default("info"),
    )
    .addOption(
      option(
        "--accept-older-catalog",
        "go on with a catalog that is older than the files beside it, or with a new one beside them",
      ),
    )
    .addOption(
      option("--log-format <format>", "its form; auto is text at a terminal and JSON elsewhere")
        .choices(["auto", "text", "json"])
        .default("auto"),
    );
}

/** Addresses and networks, separated by commas. Throws InvalidArgumentError. */
function parseProxies(text: string): readonly string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  try {
    trustedProxies(entries);
    return entries;
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}

/** An HTTP URL without credentials, query and fragment. Throws InvalidArgumentError. */
function parsePublicUrl(text: string): string {
  const url = URL.parse(text);
  const { protocol = "", username = "", password = "", search = "", hash = "" } = url ?? {};
  if (/^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "") return text;
  throw new InvalidArgumentError(
    "It must be http:// or https:// with a host, and may have a path.",
  );
}

function foldersOf(text: string): readonly string[] {
  return text.split(delimiter).filter((folder) => folder !== "");
}
