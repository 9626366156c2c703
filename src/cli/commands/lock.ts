/** `plumbline lock` shows the lock of an estate or takes it manually; `plumbline unlock` ends it. */
import { handLease as limits } from "../../model/limits.ts";
import {
  holderText,
  type KeptLease,
  leaseDocument,
  type LockStatus,
  lockStatusOf,
} from "../../reconciler/lock/lease.ts";
import { forceUnlock, takeByHand } from "../../reconciler/lock/lock.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import { visibleText } from "../../reconciler/report/visible.ts";
import type { LockFlags, UnlockFlags } from "../flags/act.ts";
import { type CommandResult, ended, success } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForReading, connectForWriting } from "../settings/connect.ts";
import { type Given, onServer } from "./on-server.ts";

/** Shows the lock, or takes it. */
export async function runLock(given: Given<LockFlags>): Promise<CommandResult> {
  if (given.flags.take) return take(given);
  return onServer(given, connectForReading, async ({ settings, connection }) =>
    lockResult(settings.estate.name, await connection.lease(), given.context),
  );
}

async function take(given: Given<LockFlags>): Promise<CommandResult> {
  const { reason = "", for: ttlMs = limits.usualMs } = given.flags;
  const problem = reasonProblem(reason) ?? timeProblem(ttlMs);
  if (problem !== undefined) return ended(exitCodes.usage, `${problem} Nothing was taken.\n`);
  return onServer(given, connectForWriting, async ({ settings, connection }) => {
    const holder = thisProcess(given.context.environment);
    const lease = await takeByHand(connection.lock, holder, { reason, ttlMs });
    const kept = { lease, version: undefined, ageMs: 0 };
    return lockResult(settings.estate.name, kept, given.context);
  });
}

/** The reason is shown on other users' terminals. */
function reasonProblem(reason: string): string | undefined {
  if (reason.trim() === "") return "Say why with --reason: others see it.";
  if (reason.length > limits.reasonCharacters || /\p{Cc}/u.test(reason))
    return `The reason must be one line of at most ${limits.reasonCharacters} characters.`;
  return undefined;
}

function timeProblem(ttlMs: number): string | undefined {
  if (ttlMs > 0 && ttlMs <= limits.mostMs) return undefined;
  return `--for must be more than nothing, and at most ${limits.mostMs / 86_400_000}d.`;
}

function lockResult(
  estate: string,
  kept: KeptLease | undefined,
  { environment }: CommandContext,
): CommandResult {
  const status = lockStatusOf(kept, thisProcess(environment));
  const lease = status === "free" || kept === undefined ? null : leaseDocument(kept.lease);
  const text = visibleText(`${lockText(estate, kept, status)}\n`);
  return success({ estate, standing: status, lease }, text);
}

function lockText(estate: string, kept: KeptLease | undefined, status: LockStatus): string {
  if (kept === undefined || status === "free") return `The estate ${estate} is not locked.`;
  const holder = holderText(kept.lease);
  if (status === "expired")
    return `The lock of ${holder} on the estate ${estate} has run out; the next run takes it over.`;
  if (status === "abandoned")
    return `The lock of ${holder} on the estate ${estate} is left behind: that process is gone; the next run takes it over.`;
  return `The estate ${estate} is locked by ${holder}.\nplumbline unlock --force ${kept.lease.id} ends it.`;
}

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
