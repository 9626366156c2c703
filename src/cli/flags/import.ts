/** `plumbline import`. */
import { InvalidArgumentError, type Command } from "commander";
import { parseAddress } from "../../model/address.ts";
import { refuse, type CommandSpec } from "./command.ts";
import { cache, server, type EstateFlags } from "./estate.ts";
import { fromFlag, many, output, paths } from "./shared.ts";

/** Flags of `import`. */
export interface ImportFlags extends EstateFlags {
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
    "write manifests for what is on a server or in a GeoServer data directory, or accept one change",
  takes: paths,
  flags: {
    ...output,
    ...server,
    "--out <folder>": "the folder to write to; made when it is missing",
    ...fromFlag("not the server", { variable: "PLUMBLINE_FROM" }),
    "--workspace <name>": many("only this workspace; may be given again"),
    "--only <pattern>": many(
      "only objects with such an address, * for anything, as in 'Style/*'; may be given again",
    ),
    "--overwrite": "replace files that are there with another content",
    "--observe-incomplete":
      "give lifecycle: observe to objects of which no manifest says everything: compared, never written",
    "--accept <address>": {
      about: "write one object that somebody changed on the server back into its manifest",
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
  if (out === undefined && accept === undefined)
    refuse(command, "name a folder with --out, or an object with --accept");
  if (out !== undefined && accept !== undefined)
    refuse(command, "--out and --accept do not go together");
  if (accept !== undefined && from !== undefined)
    refuse(command, "--accept takes from the server, not --from a data directory");
}
