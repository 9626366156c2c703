/** Names and flags of `plumbline approve`. */
import type { ApproveFlags } from "../commands/approve.ts";
import { withServer } from "./estate.ts";
import { outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `approve`. */
export const addApprove: AddCommand = (program, finish) => {
  const command = withServer(
    program
      .command("approve")
      .description("approve a plan that a watch waits with, or list what waits")
      .argument("[digest]", "digest of the plan; its first 8 digits are enough")
      .addOption(outputOption()),
  );
  withExamples(command, "plumbline approve", "plumbline approve 9f2c61d4").action(
    async (digest: string | undefined, flags: ApproveFlags) =>
      finish(await (await import("../commands/approve.ts")).runApprove(digest, flags)),
  );
};
