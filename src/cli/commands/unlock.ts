/** `plumbline unlock`: ends the lock of a run that ended without releasing it. */
import { holderText } from "../../reconciler/lock/lease.ts";
import { forceUnlock } from "../../reconciler/lock/lock.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { visibleText } from "../../reconciler/report/visible.ts";
import type { UnlockFlags } from "../flags/unlock.ts";
import type { CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForWriting } from "../settings/connect.ts";
import { onServer } from "./on-server.ts";

/** Ends only the lock with the given id. */
export function runUnlock(
  paths: readonly string[],
  flags: UnlockFlags,
  context: CommandContext,
): Promise<CommandResult> {
  const given = { paths, flags, context };
  return onServer(given, connectForWriting, async ({ settings, connection }) => {
    const { name } = settings.estate;
    const holder = thisProcess(context.environment);
    const unlocked = await forceUnlock(connection.lock, flags.force, holder);
    const id = unlocked?.id ?? null;
    const text =
      unlocked === undefined
        ? `The estate ${name} is not locked.\n`
        : visibleText(`Ended the lock of ${holderText(unlocked)}.\n`);
    const document = { format_version: FORMAT_VERSION, estate: name, unlocked: id };
    return { code: exitCodes.success, document, text };
  });
}
