/** `plumbline catalog copy`: copies a catalog from a data folder to a database, or back. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { copyCatalog, type CopiedCatalog, type CopyStep } from "../../server/catalog-copy/copy.ts";
import type { SharedPlace } from "../../server/options.ts";
import type { CatalogFlags } from "../flags/data-folder.ts";
import { ended, success, type CommandResult } from "../present/result.ts";
import { printNotice, type CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { findCatalogPlace } from "../settings/catalog-place.ts";
import { failingAt, type Given } from "./on-server.ts";

const BEAT_MS = 2_000;

/** Copies a catalog and reports what both places hold. */
export async function runCatalog({ flags, context }: Given<CatalogFlags>): Promise<CommandResult> {
  let place: SharedPlace | undefined;
  try {
    place = await findCatalogPlace(flags, context.environment);
  } catch (error) {
    return ended(exitCodes.error, `The database cannot be found: ${(error as Error).message}\n`);
  }
  if (place === undefined) throw new TypeError("the flags name a database");
  const { address, files } = place;
  return failingAt(flags.data, async () => {
    const copied = await copyCatalog(flags.to, {
      folder: flags.data,
      address,
      files,
      now: () => new Date(context.now()).toISOString(),
      onStep: stepReporter(context),
    });
    return resultOf(copied, flags, address);
  });
}

function stepReporter(context: CommandContext): (step: CopyStep) => void {
  let said = 0;
  return ({ phase, count }) => {
    if (count > 0 && context.now() - said < BEAT_MS) return;
    said = context.now();
    printNotice(context, `${phases[phase]}${count === 0 ? "" : ` ${count}`}\n`);
  };
}

const phases: Readonly<Record<CopyStep["phase"], string>> = {
  files: "Copying files",
  rows: "Copying rows",
  comparing: "Comparing",
};

function resultOf(
  { catalog, revision, rows, files, notes }: CopiedCatalog,
  { to, data, files: folder = "" }: CatalogFlags,
  { host, port, database, schema }: SharedPlace["address"],
): CommandResult {
  const place = `the database ${database} at ${host}:${port}, schema ${schema}`;
  const [from, into] = to === "database" ? [data, place] : [place, data];
  const what = `${rows.count} rows and ${files.count} files with ${files.bytes} bytes`;
  const held = { catalog, revision, rows, files, remarks: notes };
  return success(
    { to, data, database: { host, port, database, schema }, files_folder: folder, ...held },
    `Copied from ${from} to ${into}: ${what}, the catalog at revision ${revision}. Both sides have the same digests.\n`,
    { notice: [...notes, ...advice(to, data)].map((one) => `${one}.\n`).join("") },
  );
}

/** Advice on passwords: a folder contains them, a database does not. */
function advice(to: CatalogFlags["to"], data: string): readonly string[] {
  const file = join(data, "keystore-password");
  const start =
    "Start servers on one of both places only: each has the catalog for itself from now on";
  if (to === "folder")
    return [
      `Give serve the keystore password by PLUMBLINE_MASTER_PASSWORD, or put it into ${file}; accounts keep their passwords`,
      start,
    ];
  const where = existsSync(file) ? `, which is in ${file}` : "";
  return [
    `Give every server the keystore password${where}, by PLUMBLINE_MASTER_PASSWORD, and the administrator's by PLUMBLINE_ADMIN_PASSWORD`,
    start,
  ];
}
