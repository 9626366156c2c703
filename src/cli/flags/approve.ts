/** Names and flags of `plumbline approve`. */
import { withServer } from "./estate.ts";
import { outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `approve`. */
export const addApprove: AddCommand = (program) => {
  const command = withServer(
    program
      .command("approve")
      .description("approve a plan that a watch waits with, or list what waits")
      .argument("[digest]", "digest of the plan; its first 8 digits are enough")
      .addOption(outputOption()),
  );
  return withExamples(command, "plumbline approve", "plumbline approve 9f2c61d4");
};
