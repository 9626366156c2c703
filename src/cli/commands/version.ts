/** `plumbline version`. */
import { VERSION } from "../../version.ts";
import { success, type CommandResult } from "../present/result.ts";

/** Prints the version. */
export function runVersion(): CommandResult {
  const { node } = process.versions;
  return success({ version: VERSION, node }, `plumbline ${VERSION}\n`);
}
