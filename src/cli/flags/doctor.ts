/** `plumbline doctor`. */
import type { Command } from "commander";
import { upgradeLines, type UpgradeLine } from "../../model/server-line.ts";
import { refuse, type CommandSpec } from "./command.ts";
import { cache, server, type EstateFlags } from "./estate.ts";
import { fromFlag, output, paths } from "./shared.ts";

/** Flags of `doctor`. */
export interface DoctorFlags extends EstateFlags {
  readonly for?: UpgradeLine;
  readonly from?: string;
}

/** The command. */
export const doctor: CommandSpec = {
  about:
    "look whether commands can work here: server, account, rights, clock, state; nothing is written",
  takes: paths,
  flags: {
    ...output,
    ...server,
    "--for <line>": {
      about:
        "look instead for what a line of GeoServer drops or changes: in the manifests, at the server with --url, or in a data directory with --from",
      choices: upgradeLines,
    },
    ...fromFlag("for --for"),
    ...cache,
  },
  checks: [refuseFromAlone],
  examples: [
    "plumbline doctor manifests/",
    "plumbline doctor -o json",
    "plumbline doctor --for 3.0 --from /var/lib/geoserver_data",
  ],
};

function refuseFromAlone(command: Command): void {
  const { for: line, from } = command.opts<DoctorFlags>();
  if (from !== undefined && line === undefined) refuse(command, "--from goes with --for");
}
