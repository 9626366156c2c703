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
  about: "rewrite manifests in canonical form: field order and layout; comments are kept",
  takes: paths,
  flags: {
    ...output,
    "--check": "write nothing; exit with 2 if a file is not in canonical form",
    "--diff": "like --check, and show the changes",
  },
  examples: ["plumbline fmt manifests/", "plumbline fmt --check", "plumbline fmt --diff"],
};
