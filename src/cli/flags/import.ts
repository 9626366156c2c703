/** `plumbline import`. */
import { InvalidArgumentError, type Command } from "commander";
import { parseAddress } from "../../model/address.ts";
import { exitCodes } from "../process/exit-codes.ts";
import type { CommandSpec } from "./command.ts";
import { fromFlag, many, output, paths } from "./shared.ts";
import { cache, server, type EstateFlags } from "./estate.ts";

/** Flags of `import`. */
export interface ImportFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly out?: string;
  readonly from?: string;
  readonly workspace?: readonly string[];
  readonly only?: readonly string[];
  readonly overwrite?: boolean;
  readonly observeIncomplete?: boolean;
  readonly accept?: string;
}

/** The command. */
export const imports: CommandSpec = {
  about:
    "write manifests for the objects of a server or a GeoServer data directory, or accept one change",
  takes: paths,
  flags: {
    ...output,
    ...server,
    "--out <folder>": "the folder to write to; created if missing",
    ...fromFlag("not the server", { variable: "PLUMBLINE_FROM" }),
    "--workspace <name>": many("only this workspace; repeatable"),
    "--only <pattern>": many(
      "only objects whose address matches; * matches any text, as in 'Style/*'; repeatable",
    ),
    "--overwrite": "overwrite existing files that differ",
    "--observe-incomplete":
      "set lifecycle: observe for objects that manifests cannot fully describe: they are compared, never written",
    "--accept <address>": {
      about: "update the manifest of one object that was changed on the server",
      parse: parseAccepted,
    },
    ...cache,
  },
  checks: [refuseMixed],
  examples: [
    "plumbline import --out manifests/ --url http://localhost:8080/geoserver",
    "plumbline import --from /var/lib/geoserver_data --out manifests/",
    "plumbline import --accept Style/roads:motorway manifests/",
  ],
};

function parseAccepted(text: string): string {
  if (parseAddress(text) !== undefined) return text;
  throw new InvalidArgumentError("It must be Kind/name or Kind/workspace:name.");
}

/** An import writes many objects to a folder, or one to its manifest. */
function refuseMixed(command: Command): void {
  const { out, accept, from } = command.opts<ImportFlags>();
  const end = (message: string) => command.error(message, { exitCode: exitCodes.usage });
  if (out === undefined && accept === undefined)
    end("error: name a folder with --out, or an object with --accept");
  if (out !== undefined && accept !== undefined)
    end("error: --out and --accept do not go together");
  if (accept !== undefined && from !== undefined)
    end("error: --accept takes from the server, not --from a data directory");
}
