/** Names and flags of `plumbline serve`. */
import { delimiter } from "node:path";
import type { Command } from "commander";
import type { ServeFlags } from "../serve.ts";
import {
  collect,
  dataOption,
  option,
  parseNumber,
  withExamples,
  type AddCommand,
} from "./option.ts";

/** Adds `serve`. */
export const addServe: AddCommand = (program, finish) => {
  const command = withFlags(
    program.command("serve").description("run the included catalog server"),
  ).addHelpText(
    "after",
    "\nThe administrator is PLUMBLINE_ADMIN_USER (admin) with PLUMBLINE_ADMIN_PASSWORD (or _FILE).\nThe keystore password is PLUMBLINE_MASTER_PASSWORD (or _FILE).",
  );
  withExamples(command, "plumbline serve --data ./catalog --port 8600").action(
    async (flags: ServeFlags, own: Command) => {
      const isVariable = own.getOptionValueSource("granuleRoot") === "env";
      const given = flags.granuleRoot ?? [];
      const granuleRoot = isVariable ? given.flatMap(foldersOf) : given;
      finish(await (await import("../serve.ts")).runServe({ ...flags, granuleRoot }));
    },
  );
};

function withFlags(command: Command): Command {
  return command
    .addOption(option("--host <address>", "address to listen on").default("127.0.0.1"))
    .addOption(
      option("--port <number>", "port to listen on; 0 picks a free one")
        .default(8600)
        .argParser(parseNumber(0, 65_535)),
    )
    .addOption(dataOption("folder of the catalog; made when it is missing"))
    .addOption(
      option(
        "--dialect <name>",
        "how to answer where the published interface and a stock server differ; in documented a POST of access rules replaces the list, in geoserver it adds to it",
      )
        .choices(["documented", "geoserver"])
        .default("documented"),
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

/** Folders in a variable, separated as those of PATH are. */
function foldersOf(text: string): readonly string[] {
  return text.split(delimiter).filter((folder) => folder !== "");
}
