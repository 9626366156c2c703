/** Flags of `plumbline unlock`. */
import { estateCommand, withServer, type EstateFlags } from "./estate.ts";
import { option, withExamples, type AddCommand } from "./option.ts";

/** Flags of `unlock`. */
export interface UnlockFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly force: string;
}

/** Adds `unlock`. */
export const addUnlock: AddCommand = (program) => {
  const command = withServer(
    estateCommand(program, "unlock", "end the lock of a run that is certainly over"),
  ).addOption(option("--force <id>", "the lock to end, as apply names it").makeOptionMandatory());
  return withExamples(command, "plumbline unlock --force 0b5d7a52-6f5e-4d0f-9a3c-2f6f0d6f4a11");
};
