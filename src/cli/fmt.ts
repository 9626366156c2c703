/** `plumbline fmt`: manifests in their canonical form. Nothing but layout and order changes. */
import { readFile } from "node:fs/promises";
import { hasErrors, type Diagnostic } from "../model/diagnostic.ts";
import { findFiles } from "../reconciler/manifest/find-files.ts";
import { isIgnored, readDocuments } from "../reconciler/manifest/load.ts";
import { formatManifests } from "../reconciler/manifest/write.ts";
import { FORMAT_VERSION } from "../reconciler/report/json.ts";
import { endWithErrors, ending } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { document, jsonDocument } from "./output.ts";
import { replaceFile } from "./replace-file.ts";

/** Flags of `fmt`. */
export interface FmtFlags {
  readonly output: "text" | "json";
  /** Only tell which files are not in canonical form. */
  readonly check?: boolean;
}

/** Formats the manifests under some paths; files with faults leave all of them as they are. */
export function runFmt(paths: readonly string[], flags: FmtFlags): Promise<ExitCode> {
  return ending(
    flags.output,
    () => "",
    async () => {
      const diagnostics: Diagnostic[] = [];
      const files = [...new Set(paths.flatMap((path) => findFiles(path, diagnostics)))];
      for (const _document of readDocuments(files, diagnostics)) continue;
      if (hasErrors(diagnostics)) return endWithErrors(diagnostics, flags.output);
      const changed: string[] = [];
      for (const file of files) {
        const text = await readFile(file, "utf8");
        const formatted = isIgnored(text) ? text : formatManifests(text);
        if (formatted === text) continue;
        changed.push(file);
        if (flags.check !== true) await replaceFile(file, formatted);
      }
      tellChanged(changed, files.length, flags);
      return flags.check === true && changed.length > 0 ? exitCodes.changes : exitCodes.success;
    },
  );
}

function tellChanged(changed: readonly string[], files: number, { output, check }: FmtFlags): void {
  if (output === "json") {
    jsonDocument({ format_version: FORMAT_VERSION, files, changed, written: check !== true });
    return;
  }
  document(changed.map((file) => `${file}\n`).join(""));
}
