/** `plumbline fmt`. */
import type { CommandSpec } from "./command.ts";
import { output, paths } from "./shared.ts";

/** Flags of `fmt`. */
export interface FmtFlags {
  readonly output: "text" | "json";
  /** Only lists unformatted files. */
  readonly check?: boolean;
  /** Only shows the changes. */
  readonly diff?: boolean;
}

/** The command. */
export const fmt: CommandSpec = {
  about: "write manifests in their canonical form: order of fields and layout, comments kept",
  takes: paths,
  flags: {
    ...output,
    "--check": "write nothing; end with 2 when a file is not in canonical form",
    "--diff": "as --check, and show what would change",
  },
  examples: ["plumbline fmt manifests/", "plumbline fmt --check", "plumbline fmt --diff"],
};
