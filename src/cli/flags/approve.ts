/** Flags of `plumbline approve`. */
import { withServer, type EstateFlags } from "./estate.ts";
import { allOption, option, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Flags of `approve`. */
export interface ApproveFlags extends EstateFlags {
  readonly yes?: boolean;
}

/** Adds `approve`. */
export const addApprove: AddCommand = (program) => {
  const command = withServer(
    program
      .command("approve")
      .description("show a plan that a watch waits with and approve it, or list what waits")
      .argument("[digest]", "digest of the plan; its first 8 digits are enough")
      .addOption(outputOption()),
  )
    .addOption(allOption())
    .addOption(option("--yes", "approve the plan without a question"));
  return withExamples(
    command,
    "plumbline approve",
    "plumbline approve 9f2c61d4",
    "plumbline approve 9f2c61d4 --yes",
  );
};
