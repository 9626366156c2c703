/** Flags of `plumbline doctor`. */
import type { Command } from "commander";
import { upgradeLines, type UpgradeLine } from "../../model/server-line.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { estateCommand, withCache, withServer, type EstateFlags } from "./estate.ts";
import { fromOption, option, withExamples, type AddCommand } from "./option.ts";

/** Flags of `doctor`. */
export interface DoctorFlags extends EstateFlags {
  readonly for?: UpgradeLine;
  readonly from?: string;
}

/** Adds `doctor`. */
export const addDoctor: AddCommand = (program) => {
  const description =
    "look whether commands can work here: server, account, rights, clock, state; nothing is written";
  const command = withServer(estateCommand(program, "doctor", description))
    .addOption(
      option(
        "--for <line>",
        "look instead for what a line of GeoServer drops or changes: in the manifests, at the server with --url, or in a data directory with --from",
      ).choices(upgradeLines),
    )
    .addOption(fromOption("for --for"));
  command.hook("preAction", refuseFromAlone);
  withCache(command);
  return withExamples(
    command,
    "plumbline doctor manifests/",
    "plumbline doctor -o json",
    "plumbline doctor --for 3.0 --from /var/lib/geoserver_data",
  );
};

function refuseFromAlone(command: Command): void {
  const { for: line, from } = command.opts<DoctorFlags>();
  if (from === undefined || line !== undefined) return;
  command.error("error: --from goes with --for", { exitCode: exitCodes.usage });
}
