/** `plumbline import`: writes a catalog as manifests. The connection is read-only. */
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import {
  importCatalog,
  type Imported,
  type ImportOptions,
} from "../../reconciler/import/import.ts";
import type { ImportFlags } from "../flags/begin.ts";
import { failure, success, type CommandResult } from "../present/result.ts";
import { unwritableFolder } from "../process/writing.ts";
import { connectForReading } from "../settings/connect.ts";
import { asWritten } from "../settings/object-names.ts";
import { visibleLines } from "../../reconciler/report/visible.ts";
import { importDocument, importReport, renderImport } from "./import/report.ts";
import { writeImport } from "./import/write.ts";
import { onDataDirectory } from "./data-directory.ts";
import { ignoreState } from "./new-files.ts";
import { onServer, type Given } from "./on-server.ts";

/** Imports a catalog into a folder, or accepts one change of it. */
export async function runImport(given: Given<ImportFlags>): Promise<CommandResult> {
  const { flags } = given;
  const { accept, from, out = "" } = flags;
  const unwritable = out === "" ? undefined : unwritableFolder(out);
  if (unwritable !== undefined) return failure([unwritable]);
  if (accept !== undefined) {
    const { runAccept } = await import("./import/accept.ts");
    return runAccept(given, asWritten(accept));
  }
  if (from !== undefined) return fromFiles(from, flags);
  return onServer({ ...given, paths: [out] }, connectForReading, async ({ target, connection }) => {
    const imported = await importCatalog(connection, selectionOf(flags));
    return finish(imported, flags, { source: target.url, url: target.url, notes: [] });
  });
}

function fromFiles(path: string, flags: ImportFlags): Promise<CommandResult> {
  return onDataDirectory(path, async ({ notes }, context) => {
    const imported = await importCatalog(context, { ...selectionOf(flags), statedOnly: true });
    return finish(imported, flags, { source: path, url: undefined, notes });
  });
}

function selectionOf({ workspace, only, observeIncomplete }: ImportFlags): ImportOptions {
  const patterns = only?.map(asWritten);
  return { workspaces: workspace, only: patterns, observesIncomplete: observeIncomplete };
}

interface Source {
  readonly source: string;
  /** URL for a new project file. */
  readonly url: string | undefined;
  readonly notes: readonly Diagnostic[];
}

async function finish(
  imported: Imported,
  flags: ImportFlags,
  { source, url, notes }: Source,
): Promise<CommandResult> {
  const { out = "", overwrite = false } = flags;
  const missing = imported.missing.map((name) =>
    fault("reference-missing", `There is no workspace ${name}`),
  );
  if (missing.length > 0) return failure(missing);
  const report = importReport(imported, { source, notes });
  const written = writeImport(imported, { folder: out, url, overwrite, report });
  if ("diagnostics" in written) return failure(written.diagnostics);
  if (written.isNewProject) await ignoreState(out);
  const diagnostics = [...notes, ...written.warnings];
  const text = visibleLines(renderImport(imported, { source, out }));
  return success(importDocument(imported, { source, out, diagnostics }), text, { diagnostics });
}
