/** `plumbline fmt`: formats manifests; only layout and order change. */
import { readFile } from "node:fs/promises";
import { hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { patchOf } from "../../wire/text-difference.ts";
import { findFiles } from "../../reconciler/manifest/find-files.ts";
import { isIgnored, readDocuments } from "../../reconciler/manifest/load.ts";
import { formatManifests } from "../../reconciler/manifest/write.ts";
import type { FmtFlags } from "../flags/inspect.ts";
import { failure, success, type CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { replaceFile } from "../process/writing.ts";
import type { Given } from "./on-server.ts";

/** Formats all manifests, or none when a file has problems. */
export async function runFmt({ paths, flags }: Given<FmtFlags>): Promise<CommandResult> {
  const diagnostics: Diagnostic[] = [];
  const files = [...new Set(paths.flatMap((path) => findFiles(path, diagnostics)))];
  for (const _document of readDocuments(files, diagnostics)) continue;
  if (hasErrors(diagnostics)) return failure(diagnostics);
  const isRequested = flags.check === true || flags.diff === true;
  const changed: Unformed[] = [];
  for (const file of files) {
    const text = await readFile(file, "utf8");
    const formatted = isIgnored(text) ? text : formatManifests(text);
    if (formatted === text) continue;
    changed.push({ file, text, formatted });
    if (!isRequested) await replaceFile(file, formatted);
  }
  const code = isRequested && changed.length > 0 ? exitCodes.changes : exitCodes.success;
  return { ...resultOf(changed, files.length, flags), code };
}

interface Unformed {
  readonly file: string;
  readonly text: string;
  readonly formatted: string;
}

function resultOf(
  changed: readonly Unformed[],
  files: number,
  { check, diff }: FmtFlags,
): CommandResult {
  const names = changed.map(({ file }) => file);
  const about = { files, changed: names, written: check !== true && diff !== true };
  if (diff === true) {
    const patches = changed.map(
      ({ file, text, formatted }) => patchOf(file, text, formatted) ?? `${file}\n`,
    );
    return success({ ...about, patches }, patches.join(""));
  }
  const hint = "Not in canonical form; fmt --diff shows what would change, and fmt changes it.\n";
  const notice = check === true && changed.length > 0 ? hint : "";
  return success(about, names.map((file) => `${file}\n`).join(""), { notice });
}
