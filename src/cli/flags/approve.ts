/** `plumbline approve`. */
import type { CommandSpec } from "./command.ts";
import { all, output } from "./shared.ts";
import { server, type EstateFlags } from "./estate.ts";

/** Flags of `approve`. */
export interface ApproveFlags extends EstateFlags {
  readonly yes?: boolean;
}

/** The command. */
export const approve: CommandSpec = {
  about: "approve a plan that is waiting in a watch, or list the waiting plans",
  takes: { "[digest]": "digest of the plan; the first 8 digits are enough" },
  flags: { ...output, ...server, ...all, "--yes": "approve the plan without asking" },
  examples: ["plumbline approve", "plumbline approve 9f2c61d4", "plumbline approve 9f2c61d4 --yes"],
};
