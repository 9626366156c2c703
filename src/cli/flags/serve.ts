/** `plumbline serve`. */
import { delimiter } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { dialectLines, dialects, usualLine } from "../../model/dialect.ts";
import { isLoopbackHost } from "../../model/network.ts";
import { trustedProxies } from "../../server/front/address.ts";
import { catalogPlace, refusePassword } from "./catalog-place.ts";
import { refuse, type CommandSpec, type Flags, type FlagsOf } from "./command.ts";
import { fromFlag, many, parseDuration, parseEndpointAddress, parseNumber } from "./shared.ts";

const addresses = {
  "--host <address>": { about: "address to listen on", usual: "127.0.0.1" },
  "--port <number>": {
    about: "port to listen on; 0 selects a free port",
    parse: parsePort,
    usual: 8600,
  },
  "--tls-cert <file>": "PEM file with a certificate or chain, to serve TLS; reloaded on SIGHUP",
  "--tls-key <file>": "PEM file with its private key, without a passphrase",
  "--endpoints <address>": {
    about:
      "serve /livez, /readyz and /metrics without credentials on this address, such as 127.0.0.1:9601",
    parse: parseEndpointAddress,
  },
  "--shutdown-delay <time>": {
    about:
      "after a termination signal, report not ready but continue for this time so that load balancers stop sending requests, such as 10s",
    parse: parseDuration,
    usual: 0,
    usualText: "0s",
  },
  "--trusted-proxy <networks>": {
    about:
      "addresses and networks of proxies whose X-Forwarded-For, -Host and -Proto headers are trusted, such as 10.0.0.0/8,::1; none by default",
    parse: parseProxies,
  },
  "--public-url <url>": {
    about: "base URL of the server for links in responses; by default that of the request",
    parse: parsePublicUrl,
  },
} as const satisfies Flags;

/** Throws InvalidArgumentError. */
function parsePort(text: string): number {
  // Kubernetes sets variables for each Service of a namespace, by its name.
  if (text.startsWith("tcp://"))
    throw new InvalidArgumentError(
      "Kubernetes set PLUMBLINE_PORT for a Service named plumbline: give --port, or set enableServiceLinks: false.",
    );
  return parseNumber(0, 65_535)(text);
}

/** The command. */
export const serve = {
  about: "run the included catalog server",
  flags: {
    ...addresses,
    "--data <folder>":
      "folder of the catalog; created if missing. With --catalog, for files that only this server needs while it runs",
    ...fromFlag("to serve read only, on this machine only, instead of --data", {
      conflicts: ["data", "catalog", "catalogFile", "files", "granuleRoot", "acceptOlderCatalog"],
    }),
    "--dialect <name>": {
      about:
        "which behaviour to follow where the published interface and GeoServer differ; for example, a POST of access rules replaces the list in documented and adds to it in geoserver",
      choices: dialects,
      usual: "documented",
    },
    "--line <line>": {
      about: `the GeoServer line that --dialect geoserver follows; ${usualLine} by default`,
      choices: dialectLines,
    },
    "--app-schema-properties <file>": "properties file with values for ${name} in mappings",
    "--granule-root <folder>": {
      ...many(
        "folder whose rasters may be harvested, besides the data folder; repeatable; the environment variable lists several, like PATH",
      ),
      variable: "PLUMBLINE_GRANULE_ROOTS",
    },
    "--no-masterpw-read": "do not allow administrators to read the keystore password",
    "--log-level <level>": {
      about: "level of the log on stderr",
      choices: ["debug", "info", "warn", "error"],
      usual: "info",
    },
    "--accept-older-catalog":
      "start although the catalog is older than the files beside it, or new",
    "--log-format <format>": {
      about: "format of the log; auto is text on a terminal and JSON elsewhere",
      choices: ["auto", "text", "json"],
      usual: "auto",
    },
    ...catalogPlace(
      "store the catalog in PostgreSQL, so that several servers can share it",
      "with --catalog: folder for the files of mosaics, shared by all servers",
    ),
  },
  checks: [refusePassword, checkPlace, refuseHalfTls, refuseLineOfNone, splitRoots],
  goesOn: true,
  notes: [
    "The administrator is PLUMBLINE_ADMIN_USER (admin) with PLUMBLINE_ADMIN_PASSWORD (or _FILE).",
    "The keystore password is PLUMBLINE_MASTER_PASSWORD (or _FILE). With --catalog both are required, the same for all servers.",
    "The password of the database, where its URL has none, is PLUMBLINE_CATALOG_PASSWORD (or _FILE).",
  ].join("\n"),
  examples: [
    "plumbline serve --data ./catalog --port 8600",
    "plumbline serve --catalog postgres://plumbline@db.example/catalog --files /srv/granules --data /var/tmp/plumbline",
    "plumbline serve --from /var/lib/geoserver_data --port 8601",
    "plumbline serve --data ./catalog --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --endpoints 127.0.0.1:9601",
  ],
} as const satisfies CommandSpec;

/** Flags of `serve`. */
export type ServeFlags = FlagsOf<typeof serve.flags>;

/** The accounts of a data directory are not checked, so nobody else may reach what shows it. */
function checkPlace(command: Command): void {
  const { data, from, host } = command.opts<ServeFlags>();
  if (data === undefined && from === undefined)
    refuse(command, "name a folder with --data, or a data directory with --from");
  if (from !== undefined && !isLoopbackHost(host))
    refuse(command, `--from is served on this machine alone, and --host ${host} is not`);
}

function refuseHalfTls(command: Command): void {
  const { tlsCert, tlsKey } = command.opts<ServeFlags>();
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    refuse(command, "--tls-cert and --tls-key go together: give both or neither");
}

function refuseLineOfNone(command: Command): void {
  const { dialect, line } = command.opts<ServeFlags>();
  if (line !== undefined && dialect !== "geoserver")
    refuse(command, `--line ${line} goes with --dialect geoserver, and the dialect is ${dialect}`);
}

/** The flag names one folder, the environment variable several. */
function splitRoots(command: Command): void {
  const { granuleRoot = [] } = command.opts<ServeFlags>();
  if (command.getOptionValueSource("granuleRoot") === "env")
    command.setOptionValueWithSource("granuleRoot", granuleRoot.flatMap(foldersOf), "env");
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
