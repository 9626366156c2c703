/** Names and flags of `plumbline init`. */
import type { InitFlags } from "../commands/init.ts";
import { option, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `init`. */
export const addInit: AddCommand = (program, finish) => {
  const command = program
    .command("init")
    .description("write the first files of an estate; what is there already stays as it is")
    .argument("[folder]", "where to write them; made when it is missing", ".")
    .addOption(outputOption())
    .addOption(option("--estate <name>", "name of the estate; that of the folder when left out"))
    .addOption(option("--url <address>", "address of the map server"))
    .addOption(
      option("--prune <what>", "what becomes of objects that are declared no more")
        .choices(["none", "owned"])
        .default("none"),
    )
    .addOption(option("--ci <name>", "also write a pipeline").choices(["github", "gitlab"]))
    .addOption(option("--no-samples", "write no first workspace and style"))
    .addOption(option("--yes", "do not ask; flags say it all"));
  withExamples(
    command,
    "plumbline init",
    "plumbline init maps --url https://maps.example.org/geoserver --ci github --yes",
  ).action(async (folder: string, flags: InitFlags) =>
    finish(await (await import("../commands/init.ts")).runInit(folder, flags)),
  );
};
