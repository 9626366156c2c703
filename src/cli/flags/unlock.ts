/** Names and flags of `plumbline unlock`. */
import type { UnlockFlags } from "../commands/unlock.ts";
import { estateCommand, withServer } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Adds `unlock`. */
export const addUnlock: AddCommand = (program, finish) => {
  const command = withServer(
    estateCommand(program, "unlock", "end the lock of a run that is certainly over"),
  ).addOption(option("--force <id>", "the lock to end, as apply names it").makeOptionMandatory());
  withExamples(command, "plumbline unlock --force 0b5d7a52-6f5e-4d0f-9a3c-2f6f0d6f4a11").action(
    async (paths: string[], flags: UnlockFlags) =>
      finish(await (await import("../commands/unlock.ts")).runUnlock(paths, flags)),
  );
};
