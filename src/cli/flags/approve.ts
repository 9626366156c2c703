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
  about: "show a plan that a watch waits with and approve it, or list what waits",
  takes: { "[digest]": "digest of the plan; its first 8 digits are enough" },
  flags: { ...output, ...server, ...all, "--yes": "approve the plan without a question" },
  examples: ["plumbline approve", "plumbline approve 9f2c61d4", "plumbline approve 9f2c61d4 --yes"],
};
