/** `plumbline version`. */
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { VERSION } from "../../version.ts";
import type { CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";

/** Prints the version. */
export function runVersion(): CommandResult {
  const { node } = process.versions;
  const document = { format_version: FORMAT_VERSION, version: VERSION, node };
  return { code: exitCodes.success, document, text: `plumbline ${VERSION}\n` };
}
