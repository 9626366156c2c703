/** `plumbline version`. */
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { VERSION } from "../../version.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { document, jsonDocument } from "../process/output.ts";

/** Prints the version. */
export function runVersion(output: "text" | "json"): ExitCode {
  if (output === "json")
    jsonDocument({ format_version: FORMAT_VERSION, version: VERSION, node: process.versions.node });
  else document(`plumbline ${VERSION}\n`);
  return exitCodes.success;
}
