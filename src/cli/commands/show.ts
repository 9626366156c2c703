/** `plumbline show`: a saved plan or report in any form. Asks no server. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import { report as limits } from "../../model/limits.ts";
import { readRun } from "../../reconciler/report/saved-run.ts";
import { renderRun } from "../../reconciler/report/run-text.ts";
import { endRun, ending } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { readInput } from "../process/read-input.ts";
import { findUnwritable, foldingFor, tellRun, type Asked } from "../present/reports.ts";

/** Flags of `show`. */
export type ShowFlags = Asked;

/** Prints a saved run. */
export function runShow(file: string, flags: ShowFlags): Promise<ExitCode> {
  return ending(
    (diagnostics) => endRun(flags, diagnostics),
    () => "",
    async () => {
      const unwritable = findUnwritable(flags);
      if (unwritable.length > 0) return endRun({ output: flags.output }, unwritable);
      const text = await textOf(file);
      const found = text === undefined ? undefined : readRun(text);
      if (found === undefined) return endRun(flags, [unusable(file)]);
      await tellRun(flags, {
        document: found.document,
        saved: found.saved,
        text: (paint) => renderRun(found.document, paint, foldingFor(flags)),
      });
      return exitCodes.success;
    },
  );
}

/** Undefined for what is larger than anything that is saved. */
async function textOf(file: string): Promise<string | undefined> {
  const bytes = await readInput(file, limits.fileBytes);
  return bytes && new TextDecoder().decode(bytes);
}

function unusable(file: string): Diagnostic {
  const message = `${file} is neither a saved plan nor a saved report of this format`;
  const hint = "Save one with plan --out, with --report FILE.json, or with -o json.";
  return { code: "plan-unusable", severity: "error", message, hint, where: { file } };
}
