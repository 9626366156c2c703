/** `plumbline unlock`: ends the lock of a run that ended without releasing it. */
import { holderText } from "../../reconciler/lock/lease.ts";
import { forceUnlock } from "../../reconciler/lock/lock.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import { visibleText } from "../../reconciler/report/visible.ts";
import type { UnlockFlags } from "../flags/lock.ts";
import { success, type CommandResult } from "../present/result.ts";
import { connectForWriting } from "../settings/connect.ts";
import { onServer, type Given } from "./on-server.ts";

/** Ends only the lock with the given id. */
export function runUnlock(given: Given<UnlockFlags>): Promise<CommandResult> {
  return onServer(given, connectForWriting, async ({ settings, connection }) => {
    const { name } = settings.estate;
    const holder = thisProcess(given.context.environment);
    const unlocked = await forceUnlock(connection.lock, given.flags.force, holder);
    const text =
      unlocked === undefined
        ? `The estate ${name} is not locked.\n`
        : visibleText(`Ended the lock of ${holderText(unlocked)}.\n`);
    return success({ estate: name, unlocked: unlocked?.id ?? null }, text);
  });
}
