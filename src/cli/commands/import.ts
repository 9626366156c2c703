/** `plumbline import`: what is there as manifests. Holds a connection that can only read. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import {
  importCatalog,
  type Imported,
  type ImportOptions,
} from "../../reconciler/import/import.ts";
import type { KindContext } from "../../reconciler/kind.ts";
import { connectForReading } from "../settings/connect.ts";
import { endWithErrors, ending, tell } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { importDocument, renderImport } from "./import/report.ts";
import { writeImport } from "./import/write.ts";
import { onServer } from "./on-server.ts";
import { document, jsonDocument } from "../process/output.ts";
import type { EstateFlags } from "../settings/settings.ts";
import { unwritableFolder } from "../process/writing.ts";

/** Flags of `import`. */
export interface ImportFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly out?: string;
  readonly from?: string;
  readonly workspace?: readonly string[];
  readonly only?: readonly string[];
  readonly overwrite?: boolean;
  /** Text of an address. */
  readonly accept?: string;
}

/** Imports a catalog into a folder, or accepts one change of it. */
export async function runImport(paths: readonly string[], flags: ImportFlags): Promise<ExitCode> {
  const { accept, from, out = "" } = flags;
  const unwritable = out === "" ? undefined : unwritableFolder(out);
  if (unwritable !== undefined) return endWithErrors([unwritable], flags.output);
  if (accept !== undefined)
    return (await import("./import/accept.ts")).runAccept(paths, { ...flags, accept });
  if (from !== undefined) return fromFiles(from, flags);
  return onServer([out], flags, connectForReading, async ({ target, connection }) => {
    const imported = await importCatalog(connection, selectionOf(flags));
    return finish(imported, flags, { source: target.url, url: target.url, remarks: [] });
  });
}

/** Name of the account that every data directory comes with. */
const ADMINISTRATOR = "admin";

async function fromFiles(path: string, flags: ImportFlags): Promise<ExitCode> {
  const { DataDirectoryError, openDataDirectory } = await import("../../datadir/open.ts");
  return ending(
    flags.output,
    () => path,
    async () => {
      try {
        const directory = await openDataDirectory(path);
        const { read, server, remarks } = directory;
        const context: KindContext = { read, server, account: ADMINISTRATOR };
        const options = { ...selectionOf(flags), asSaid: true };
        const imported = await importCatalog(context, options);
        await directory.close();
        return finish(imported, flags, { source: path, url: undefined, remarks });
      } catch (error) {
        if (error instanceof DataDirectoryError)
          return endWithErrors([error.diagnostic], flags.output);
        throw error;
      }
    },
  );
}

function selectionOf({ workspace, only }: ImportFlags): ImportOptions {
  return { workspaces: workspace, only };
}

interface Source {
  readonly source: string;
  /** Address for a project file. */
  readonly url: string | undefined;
  readonly remarks: readonly Diagnostic[];
}

function finish(
  imported: Imported,
  flags: ImportFlags,
  { source, url, remarks }: Source,
): ExitCode {
  const { out = "", overwrite = false, output } = flags;
  const missing = imported.missing.map((name): Diagnostic => ({
    code: "reference-missing",
    severity: "error",
    message: `There is no workspace ${name}`,
  }));
  if (missing.length > 0) return endWithErrors(missing, output);
  const written = writeImport(imported, { folder: out, url, overwrite });
  if ("faults" in written) return endWithErrors(written.faults, output);
  const diagnostics = [...remarks, ...written.warnings];
  tell(diagnostics);
  if (output === "json") jsonDocument(importDocument(imported, { source, out, diagnostics }));
  else document(renderImport(imported, { source, out }));
  return exitCodes.success;
}
