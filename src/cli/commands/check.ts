/** `plumbline check`: checks a data folder; exits with 1 on findings. */
import { count } from "../../model/count.ts";
import { inspection as limits } from "../../model/limits.ts";
import { visibleText } from "../../reconciler/report/visible.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import { advice } from "../../server/data-folder/advice.ts";
import {
  checkFolder,
  isWhole,
  type Checked,
  type CheckFinding,
} from "../../server/data-folder/check.ts";
import {
  findOrphans,
  removeOrphans,
  type Orphans,
} from "../../server/data-folder/remove-orphans.ts";
import type { CheckFlags } from "../flags/data-folder.ts";
import { success, type CommandResult, type Text } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { givenSecret } from "../process/read-input.ts";
import { unlessAgreed } from "./agreement.ts";
import { failingAt, type Given } from "./on-server.ts";

/**
 * Checks a data folder, or with `--remove-orphans` only deletes the files that starts set aside.
 */
export function runCheck({ flags, context }: Given<CheckFlags>): Promise<CommandResult> {
  const { data } = flags;
  return failingAt(data, async () => {
    if (flags.removeOrphans === true) return endOrphans(flags, context);
    const { environment } = context;
    const keystorePassword = await givenSecret("PLUMBLINE_MASTER_PASSWORD", environment);
    const checked = await checkFolder({ folder: data, keystorePassword });
    const text: Text = ({ paint }) => textOf(visibleText(data), checked, paint);
    return success(documentOf(data, checked), text, { code: codeOf(checked) });
  });
}

/** Files that a server is changing cannot be checked; a retry may help, as with a lock. */
function codeOf(checked: Checked): CommandResult["code"] {
  if (checked.findings.length > 0) return exitCodes.error;
  return isWhole(checked) ? exitCodes.success : exitCodes.locked;
}

/** Limits the findings per code. */
function listed(findings: readonly CheckFinding[]): {
  readonly shown: readonly CheckFinding[];
  readonly more: number;
} {
  const counts = new Map<string, number>();
  const shown = findings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= limits.listed;
  });
  return { shown, more: findings.length - shown.length };
}

function documentOf(data: string, checked: Checked): object {
  const { findings, notes, unlooked, counts, isServed } = checked;
  const { shown, more } = listed(findings);
  return {
    data,
    healthy: isWhole(checked),
    served: isServed,
    looked_at: counts,
    findings: shown.map((finding) => ({ ...finding, advice: advice[finding.code] })),
    more,
    not_looked_at: unlooked,
    remarks: notes,
  };
}

function textOf(
  data: string,
  { findings, notes, unlooked, counts, isServed }: Checked,
  paint: Paint,
): string {
  const { shown, more } = listed(findings);
  const lines = shown.map(
    ({ code, where, message }) =>
      `${paint("red", code)}  ${visibleText(`${where}: ${message}`)}.\n${" ".repeat(code.length + 2)}${advice[code]}`,
  );
  const { records, contents, files } = counts;
  const served = isServed ? " A server works on it." : "";
  const verdict =
    findings.length === 0
      ? `Nothing is wrong in ${unlooked.length > 0 ? "what was looked at of " : ""}${data}.${served}`
      : `${count(findings.length, "finding")} in ${data}.${served}`;
  const looked = `${records} records, ${contents} contents and ${files} files were looked at.`;
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more like these`] : []),
    ...unlooked.map(
      (path) =>
        `${visibleText(path)} was not checked, because its files are being changed. Check again later.`,
    ),
    ...notes.map((note) => `${visibleText(note)}.`),
    `${lines.length > 0 ? "\n" : ""}${verdict} ${looked}`,
    "",
  ].join("\n");
}

async function endOrphans(flags: CheckFlags, context: CommandContext): Promise<CommandResult> {
  const { data } = flags;
  const orphans = await findOrphans(data);
  const refusal = orphans.files === 0 ? undefined : await refused(orphans, flags, context);
  if (refusal !== undefined) return refusal;
  await removeOrphans(orphans);
  const { files, bytes } = orphans;
  const text =
    files === 0
      ? `Nothing was set aside in ${data}.\n`
      : `${files} files with ${bytes} bytes were deleted.\n`;
  return success({ data, removed: { files, bytes } }, text);
}

function refused(
  { folder, files, bytes }: Orphans,
  { yes }: CheckFlags,
  context: CommandContext,
): Promise<CommandResult | undefined> {
  const what = `Delete ${files} files with ${bytes} bytes in ${folder}? Nothing brings them back.`;
  return unlessAgreed(what, yes, context);
}
