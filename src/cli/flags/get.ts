/** Flags of `plumbline get`. */
import { withCache, withServer, type EstateFlags } from "./estate.ts";
import {
  DEFAULT_PATHS,
  collect,
  option,
  outputOption,
  withExamples,
  type AddCommand,
} from "./option.ts";

/** Flags of `get`. */
export interface GetFlags extends EstateFlags {
  readonly output: "text" | "json" | "yaml";
  readonly file?: readonly string[];
}

/** Adds `get`. */
export const addGet: AddCommand = (program) => {
  const command = withServer(
    program
      .command("get")
      .description(
        "list what the server's catalog holds, who owns it and whether it is declared; with -o yaml as the manifests that would declare it",
      )
      .argument(
        "[patterns...]",
        "which objects: a kind, Kind/name or Kind/workspace:name, with * for any letters; all when left out",
      )
      .addOption(outputOption(["text", "json", "yaml"])),
  ).addOption(
    option(
      "-f, --file <path>",
      `manifests that may declare them; may be given again; ${DEFAULT_PATHS.join(", ")} when left out`,
    ).argParser(collect(String)),
  );
  withCache(command);
  return withExamples(
    command,
    "plumbline get",
    "plumbline get Style 'Layer/roads:*'",
    "plumbline get 'Style/rivers' -o yaml",
  );
};
