/** `plumbline lock`: who may write to an estate, and taking that right by hand. */
import { handLease as limits } from "../../model/limits.ts";
import {
  holderText,
  holdsUntil,
  standingOf,
  type KeptLease,
  type Lease,
  type Standing,
} from "../../reconciler/lock/lease.ts";
import { takeByHand } from "../../reconciler/lock/lock.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { connectForReading, connectForWriting } from "../settings/connect.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { onServer } from "./on-server.ts";
import { document, jsonDocument, note } from "../process/output.ts";
import type { EstateFlags } from "../settings/settings.ts";
import { thisProcess } from "../process/this-process.ts";

/** Flags of `lock`. */
export interface LockFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly take?: boolean;
  readonly reason?: string;
  /** Milliseconds. */
  readonly for?: number;
}

/** Shows the lock, or takes it. */
export function runLock(paths: readonly string[], flags: LockFlags): Promise<ExitCode> {
  return flags.take ? take(paths, flags) : show(paths, flags);
}

function show(paths: readonly string[], flags: LockFlags): Promise<ExitCode> {
  return onServer(paths, flags, connectForReading, async ({ settings, connection }) => {
    const kept = await connection.lease();
    tell(settings.estate.name, kept, flags.output);
    return exitCodes.success;
  });
}

async function take(paths: readonly string[], flags: LockFlags): Promise<ExitCode> {
  const { reason = "", for: ttlMs = limits.usualMs } = flags;
  const fault = reasonFault(reason) ?? timeFault(ttlMs);
  if (fault !== undefined) {
    note(`${fault} Nothing was taken.\n`);
    return exitCodes.usage;
  }
  return onServer(paths, flags, connectForWriting, async ({ settings, connection }) => {
    const lease = await takeByHand(connection.lock, thisProcess(), { reason, ttlMs });
    tell(settings.estate.name, { lease, version: undefined, ageMs: 0 }, flags.output);
    return exitCodes.success;
  });
}

/** Others read the reason on their terminals. */
function reasonFault(reason: string): string | undefined {
  if (reason.trim() === "") return "Say why with --reason: others are told.";
  if (reason.length > limits.reasonCharacters || /\p{Cc}/u.test(reason))
    return `The reason must be one line of at most ${limits.reasonCharacters} characters.`;
  return undefined;
}

function timeFault(ttlMs: number): string | undefined {
  if (ttlMs > 0 && ttlMs <= limits.mostMs) return undefined;
  return `--for must be more than nothing, and at most ${limits.mostMs / 86_400_000}d.`;
}

function tell(estate: string, kept: KeptLease | undefined, output: "text" | "json"): void {
  const standing = standingOf(kept, thisProcess());
  if (output === "json") {
    const lease = standing === "free" || kept === undefined ? null : leaseDocument(kept.lease);
    jsonDocument({ format_version: FORMAT_VERSION, estate, standing, lease });
  } else document(`${lockText(estate, kept, standing)}\n`);
}

function lockText(estate: string, kept: KeptLease | undefined, standing: Standing): string {
  if (kept === undefined || standing === "free") return `The estate ${estate} is not locked.`;
  const holder = holderText(kept.lease);
  if (standing === "expired")
    return `The lock of ${holder} on the estate ${estate} has run out; the next run takes it over.`;
  if (standing === "abandoned")
    return `The lock of ${holder} on the estate ${estate} is left behind: that process is gone; the next run takes it over.`;
  return `The estate ${estate} is locked by ${holder}.\nplumbline unlock --force ${kept.lease.id} ends it.`;
}

function leaseDocument(lease: Lease): object {
  const { id, number, who, host, pid, started, renewed, reason = null } = lease;
  return { id, number, who, host, pid, started, renewed, holds_until: holdsUntil(lease), reason };
}
