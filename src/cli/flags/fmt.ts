/** Flags of `plumbline fmt`. */
import { estateCommand } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Flags of `fmt`. */
export interface FmtFlags {
  readonly output: "text" | "json";
  /** Only lists unformatted files. */
  readonly check?: boolean;
  /** Only shows the changes. */
  readonly diff?: boolean;
}

/** Adds `fmt`. */
export const addFmt: AddCommand = (program) => {
  const command = estateCommand(
    program,
    "fmt",
    "write manifests in their canonical form: order of fields and layout, comments kept",
  )
    .addOption(option("--check", "write nothing; end with 2 when a file is not in canonical form"))
    .addOption(option("--diff", "as --check, and show what would change"));
  return withExamples(
    command,
    "plumbline fmt manifests/",
    "plumbline fmt --check",
    "plumbline fmt --diff",
  );
};
