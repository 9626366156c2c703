/** Names and flags of `plumbline import`. */
import { InvalidArgumentError, type Command } from "commander";
import { parseAddress } from "../../model/address.ts";
import { exitCodes } from "../process/exit-codes.ts";
import type { ImportFlags } from "../commands/import.ts";
import { estateCommand, withServer } from "./estate.ts";
import { collect, option, withExamples, type AddCommand } from "./option.ts";

/** Adds `import`. */
export const addImport: AddCommand = (program, finish) => {
  const description =
    "write manifests for what is on a server or in a GeoServer data directory, or accept one change";
  const command = withServer(estateCommand(program, "import", description))
    .addOption(option("--out <folder>", "the folder to write to; made when it is missing"))
    .addOption(
      option("--from <path>", "a GeoServer data directory or an archive of it, not the server"),
    )
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
        "--accept <address>",
        "write one object that somebody changed on the server back into its manifest",
      ).argParser(parseAccepted),
    );
  withExamples(
    command,
    "plumbline import --out manifests/ --url http://localhost:8080/geoserver",
    "plumbline import --from /var/lib/geoserver_data --out manifests/",
    "plumbline import --accept Style/roads:motorway manifests/",
  ).action(async (paths: string[], flags: ImportFlags, own: Command) => {
    refuseMixed(own, flags);
    finish(await (await import("../commands/import.ts")).runImport(paths, flags));
  });
};

function parseAccepted(text: string): string {
  if (parseAddress(text) !== undefined) return text;
  throw new InvalidArgumentError("It must be Kind/name or Kind/workspace:name.");
}

/** An import is of many objects into a folder, or of one into its manifest. */
function refuseMixed(command: Command, { out, accept, from }: ImportFlags): void {
  const end = (message: string) => command.error(message, { exitCode: exitCodes.usage });
  if (out === undefined && accept === undefined)
    end("error: name a folder with --out, or an object with --accept");
  if (out !== undefined && accept !== undefined)
    end("error: --out and --accept do not go together");
  if (accept !== undefined && from !== undefined)
    end("error: --accept takes from the server, not --from a data directory");
}
