/** Flags of commands about an estate: which manifests, which server, what may be done. */
import { InvalidArgumentError, type Command } from "commander";
import { prunes } from "../../reconciler/engine/scope.ts";
import { dangerNames, type DangerName } from "../../reconciler/kind.ts";
import { DEFAULT_PATHS, option, outputOption } from "./option.ts";

/** A command on manifest files and folders. */
export function estateCommand(
  program: Command,
  name: string,
  description: string,
  forms?: readonly string[],
): Command {
  return program
    .command(name)
    .description(description)
    .argument("[paths...]", "manifest files and folders", DEFAULT_PATHS)
    .addOption(outputOption(forms));
}

/** Adds the server to work with. */
export function withServer(command: Command): Command {
  return command.addOption(option("--url <address>", "address of the map server"));
}

/** Adds what a plan may do. */
export function withTerms(command: Command): Command {
  return command
    .addOption(
      option(
        "--prune <what>",
        "what becomes of objects that are not declared: none keeps them, owned deletes those that this estate made, scope also all others in the workspaces that the project file names",
      ).choices(prunes),
    )
    .addOption(
      option("--allow <name...>", `accept a danger: ${dangerNames.join(", ")}`).argParser(
        parseDanger,
      ),
    );
}

function parseDanger(
  text: string,
  before: readonly DangerName[] | undefined,
): readonly DangerName[] {
  const names = text.split(",").map((part) => {
    const name = dangerNames.find((candidate) => candidate === part.trim());
    if (name === undefined) throw new InvalidArgumentError(`Known are ${dangerNames.join(", ")}.`);
    return name;
  });
  return [...(before ?? []), ...names];
}
