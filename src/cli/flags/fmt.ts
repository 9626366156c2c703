/** Names and flags of `plumbline fmt`. */
import type { FmtFlags } from "../commands/fmt.ts";
import { estateCommand } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Adds `fmt`. */
export const addFmt: AddCommand = (program, finish) => {
  const command = estateCommand(
    program,
    "fmt",
    "write manifests in their canonical form: order of fields and layout, comments kept",
  )
    .addOption(option("--check", "write nothing; end with 2 when a file is not in canonical form"))
    .addOption(option("--diff", "as --check, and show what would change"));
  withExamples(
    command,
    "plumbline fmt manifests/",
    "plumbline fmt --check",
    "plumbline fmt --diff",
  ).action(async (paths: string[], flags: FmtFlags) =>
    finish(await (await import("../commands/fmt.ts")).runFmt(paths, flags)),
  );
};
