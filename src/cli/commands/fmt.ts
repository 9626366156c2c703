/** `plumbline fmt`: manifests in their canonical form. Nothing but layout and order changes. */
import { readFile } from "node:fs/promises";
import { hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { patchOf } from "../../reconciler/compare/patch.ts";
import { findFiles } from "../../reconciler/manifest/find-files.ts";
import { isIgnored, readDocuments } from "../../reconciler/manifest/load.ts";
import { formatManifests } from "../../reconciler/manifest/write.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { endWithErrors, ending } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { document, jsonDocument, remark } from "../process/output.ts";
import { replaceFile } from "../process/replace-file.ts";

/** Flags of `fmt`. */
export interface FmtFlags {
  readonly output: "text" | "json";
  /** Only tell which files are not in canonical form. */
  readonly check?: boolean;
  /** Only tell what would change. */
  readonly diff?: boolean;
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
      const isAsked = flags.check === true || flags.diff === true;
      const changed: Unformed[] = [];
      for (const file of files) {
        const text = await readFile(file, "utf8");
        const formatted = isIgnored(text) ? text : formatManifests(text);
        if (formatted === text) continue;
        changed.push({ file, text, formatted });
        if (!isAsked) await replaceFile(file, formatted);
      }
      tellChanged(changed, files.length, flags);
      return isAsked && changed.length > 0 ? exitCodes.changes : exitCodes.success;
    },
  );
}

/** A file that is not in canonical form, as it is and as it would be. */
interface Unformed {
  readonly file: string;
  readonly text: string;
  readonly formatted: string;
}

function tellChanged(changed: readonly Unformed[], files: number, flags: FmtFlags): void {
  const { output, check, diff } = flags;
  const patches = diff === true ? changed.map(patchOfFile) : [];
  if (output === "json") {
    const names = changed.map(({ file }) => file);
    const about = { files, changed: names, written: check !== true && diff !== true };
    const told = diff === true ? { ...about, patches } : about;
    return jsonDocument({ format_version: FORMAT_VERSION, ...told });
  }
  document(diff === true ? patches.join("") : changed.map(({ file }) => `${file}\n`).join(""));
  if (check === true && diff !== true && changed.length > 0)
    remark("Not in canonical form; fmt --diff shows what would change, and fmt changes it.\n");
}

function patchOfFile({ file, text, formatted }: Unformed): string {
  return patchOf(file, text, formatted) ?? `${file}\n`;
}
