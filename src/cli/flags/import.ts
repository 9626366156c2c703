/** Flags of `plumbline import`. */
import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { parseAddress } from "../../model/address.ts";
import { withExamples } from "./option.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { estateCommand, withCache, withServer, type EstateFlags } from "./estate.ts";
import { collect, fromOption, option, type AddCommand } from "./option.ts";

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

/** Adds `import`. */
export const addImport: AddCommand = (program) => {
  const description =
    "write manifests for what is on a server or in a GeoServer data directory, or accept one change";
  const command = withServer(estateCommand(program, "import", description))
    .addOption(option("--out <folder>", "the folder to write to; made when it is missing"))
    .addOption(fromOption("not the server").env("PLUMBLINE_FROM"))
    .addOption(
      option("--workspace <name>", "only this workspace; may be given again").argParser(
        collect(String),
      ),
    )
    .addOption(
      option(
        "--only <pattern>",
        "only objects with such an address, * for anything, as in 'Style/*'; may be given again",
      ).argParser(collect(String)),
    )
    .addOption(option("--overwrite", "replace files that are there with another content"))
    .addOption(
      option(
        "--observe-incomplete",
        "give lifecycle: observe to objects of which no manifest says everything: compared, never written",
      ),
    )
    .addOption(
      option(
        "--accept <address>",
        "write one object that somebody changed on the server back into its manifest",
      ).argParser(parseAccepted),
    );
  command.hook("preAction", refuseMixed);
  withCache(command);
  return withExamples(
    command,
    "plumbline import --out manifests/ --url http://localhost:8080/geoserver",
    "plumbline import --from /var/lib/geoserver_data --out manifests/",
    "plumbline import --accept Style/roads:motorway manifests/",
  );
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
