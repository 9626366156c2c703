/** Names and flags of `plumbline doctor`. */
import type { DoctorFlags } from "../commands/doctor.ts";
import { estateCommand, withServer } from "./estate.ts";
import { withExamples, type AddCommand } from "./option.ts";

/** Adds `doctor`. */
export const addDoctor: AddCommand = (program, finish) => {
  const description =
    "look whether commands can work here: server, account, rights, clock, books; nothing is written";
  const command = withServer(estateCommand(program, "doctor", description));
  withExamples(command, "plumbline doctor manifests/", "plumbline doctor -o json").action(
    async (paths: string[], flags: DoctorFlags) =>
      finish(await (await import("../commands/doctor.ts")).runDoctor(paths, flags)),
  );
};
