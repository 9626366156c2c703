/** `plumbline show`: prints a saved plan or report in any format, offline. */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { report as limits } from "../../model/limits.ts";
import { renderSaved } from "../../reconciler/report/run-text.ts";
import { readRun } from "../../reconciler/report/saved-run.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { runText } from "../present/present.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { readInput } from "../process/read-input.ts";
import type { Given } from "./on-server.ts";

/** Prints a saved run. */
export async function runShow(
  { context: { outputOptions, stdin } }: Given<object>,
  file: string,
): Promise<CommandResult> {
  // Larger files cannot be saved runs.
  const bytes = await readInput(file, { limit: limits.fileBytes, stdin });
  const found = bytes === undefined ? undefined : readRun(new TextDecoder().decode(bytes));
  if (found === undefined) return failure([unusable(file)]);
  const { document, saved } = found;
  return {
    code: exitCodes.success,
    document,
    saved,
    text: runText(document, outputOptions, renderSaved),
  };
}

function unusable(file: string): Diagnostic {
  const message = `${file} is neither a saved plan nor a saved report of this format`;
  const hint = "Save one with plan --out, with --report FILE.json, or with -o json.";
  return fault("plan-unusable", message, { hint, where: { file } });
}
