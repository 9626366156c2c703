/** `plumbline check`: looks through a data folder, and ends with 1 when something in it is wrong. */
import { confirm } from "@clack/prompts";
import { inspection as limits } from "../../model/limits.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { advice } from "../../server/data-folder/advice.ts";
import { checkFolder, type Checked, type Fault } from "../../server/data-folder/check.ts";
import {
  findOrphans,
  removeOrphans,
  type Orphans,
} from "../../server/data-folder/remove-orphans.ts";
import { ending } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { givenPassword } from "../process/given-password.ts";
import { document, jsonDocument, note, paintFor } from "../process/output.ts";

/** Flags of `check`. */
export interface CheckFlags {
  readonly data: string;
  readonly output: "text" | "json";
  readonly removeOrphans?: boolean;
  readonly yes?: boolean;
}

/** Checks a data folder; with `--remove-orphans`, only deletes what starts set aside. */
export function runCheck(flags: CheckFlags): Promise<ExitCode> {
  return ending(
    flags.output,
    () => flags.data,
    async () => {
      if (flags.removeOrphans === true) return endOrphans(flags);
      const keystorePassword = await givenPassword("PLUMBLINE_MASTER_PASSWORD");
      const checked = await checkFolder({ folder: flags.data, keystorePassword });
      if (flags.output === "json") jsonDocument(documentOf(flags.data, checked));
      else document(textOf(flags.data, checked));
      return checked.faults.length === 0 ? exitCodes.success : exitCodes.error;
    },
  );
}

/** So many of each code; the others are counted. */
function listed(faults: readonly Fault[]): {
  readonly told: readonly Fault[];
  readonly more: number;
} {
  const counts = new Map<string, number>();
  const told = faults.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= limits.listed;
  });
  return { told, more: faults.length - told.length };
}

function documentOf(data: string, { faults, remarks, counts, isServed }: Checked): object {
  const { told, more } = listed(faults);
  return {
    format_version: FORMAT_VERSION,
    data,
    healthy: faults.length === 0,
    served: isServed,
    looked_at: counts,
    findings: told.map((fault) => ({ ...fault, advice: advice[fault.code] })),
    more,
    remarks,
  };
}

function textOf(data: string, { faults, remarks, counts, isServed }: Checked): string {
  const paint = paintFor(process.stdout);
  const { told, more } = listed(faults);
  const lines = told.map(
    ({ code, where, message }) =>
      `${paint("red", code)}  ${where}: ${message}.\n${" ".repeat(code.length + 2)}${advice[code]}`,
  );
  const { records, contents, files } = counts;
  const served = isServed ? " A server works on it." : "";
  const verdict =
    faults.length === 0
      ? `Nothing is wrong in ${data}.${served}`
      : `${faults.length} findings in ${data}.${served}`;
  const looked = `${records} records, ${contents} contents and ${files} files were looked at.`;
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more like these`] : []),
    ...remarks.map((remark) => `${remark}.`),
    `${lines.length > 0 ? "\n" : ""}${verdict} ${looked}`,
    "",
  ].join("\n");
}

async function endOrphans(flags: CheckFlags): Promise<ExitCode> {
  const orphans = await findOrphans(flags.data);
  const refusal = orphans.files === 0 ? undefined : await agree(orphans, flags);
  if (refusal !== undefined) return refusal;
  await removeOrphans(orphans);
  const { files, bytes } = orphans;
  if (flags.output === "json")
    jsonDocument({ format_version: FORMAT_VERSION, data: flags.data, removed: { files, bytes } });
  else if (files === 0) document(`Nothing was set aside in ${flags.data}.\n`);
  else document(`${files} files with ${bytes} bytes were deleted.\n`);
  return exitCodes.success;
}

async function agree(
  { folder, files, bytes }: Orphans,
  { yes }: CheckFlags,
): Promise<ExitCode | undefined> {
  if (yes === true) return undefined;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    note("There is nobody to ask: give --yes to do it without a question. Nothing was done.\n");
    return exitCodes.usage;
  }
  const message = `Delete ${files} files with ${bytes} bytes in ${folder}? Nothing brings them back.`;
  if ((await confirm({ message, initialValue: false, output: process.stderr })) === true)
    return undefined;
  note("Nothing was done.\n");
  return exitCodes.success;
}
