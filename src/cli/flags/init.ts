/** Flags of `plumbline init`. */
import { option, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Flags of `init`. */
export interface InitFlags {
  readonly output: "text" | "json";
  readonly estate?: string;
  readonly url?: string;
  readonly prune: "none" | "owned";
  readonly ci?: "github" | "gitlab";
  readonly samples: boolean;
  readonly yes?: boolean;
}

/** Adds `init`. */
export const addInit: AddCommand = (program) => {
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
  return withExamples(
    command,
    "plumbline init",
    "plumbline init maps --url https://maps.example.org/geoserver --ci github --yes",
  );
};
