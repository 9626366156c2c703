/** Names and flags of `plumbline diff`. */
import type { DiffFlags } from "../diff.ts";
import { option, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `diff`. */
export const addDiff: AddCommand = (program, finish) => {
  const command = program
    .command("diff")
    .description(
      "tell what differs in meaning between two styles, mappings, archives or folders of manifests, offline; ends with 2 when something does",
    )
    .argument("<old>", "a file, folder or .zip")
    .argument("<new>", "another one")
    .addOption(option("--patch", "also show what differs as a unified patch"))
    .addOption(outputOption());
  withExamples(
    command,
    "plumbline diff old.sld new.sld --patch",
    "plumbline diff boreholes/ boreholes.zip",
    "plumbline diff ../production/manifests manifests/",
  ).action(async (before: string, after: string, flags: DiffFlags) =>
    finish(await (await import("../diff.ts")).runDiff(before, after, flags)),
  );
};
