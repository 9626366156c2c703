/** The lease on an estate. Pure (docs/decisions/0023-plan-files-and-the-lock.md). */
import { defined } from "../../model/defined.ts";
import { Failure } from "../../model/failure.ts";
import { expectOwn, storedIn, storedText } from "../../wire/stored.ts";
import { z } from "zod";
import type { DiagnosticCode } from "../../model/diagnostic.ts";

/** A process that writes. */
export interface Holder {
  readonly who: string;
  readonly host: string;
  /** The machine or container within which process ids are valid. */
  readonly machine: string;
  readonly pid: number;
}

/** A stored lease. A released one stays, so that numbers only grow. */
export interface Lease extends Holder {
  readonly id: string;
  /** The fencing number: higher than in all earlier leases of the estate. */
  readonly number: number;
  /** ISO 8601, by the clock of the holder. */
  readonly started: string;
  readonly renewed: string;
  /** How long it holds without renewal. */
  readonly ttlMs: number;
  readonly released: boolean;
  /** Set when taken by hand: no process holds or renews the lease. */
  readonly reason?: string | undefined;
}

/** A lease as read. */
export interface KeptLease {
  readonly lease: Lease;
  /** The state of the store, where it has versions. */
  readonly version: string | undefined;
  /** Time since the last renewal, by the store's clock where known. */
  readonly ageMs: number;
}

/** The storage of an estate's lease. */
export interface LockStore {
  /** For messages. */
  readonly place: string;
  /** Undefined when there was never a lease. Throws LockError. */
  readonly read: () => Promise<KeptLease | undefined>;
  /**
   * Undefined when another taker was faster. Throws LockError when the stored lease is uncertain.
   */
  readonly replace: (
    lease: Lease,
    instead: KeptLease | undefined,
  ) => Promise<KeptLease | undefined>;
}

/** The lock is held by another process, or its state is unknown. */
export class LockError extends Failure {
  readonly code: DiagnosticCode & ("locked" | "lock-unreachable");
  readonly hint: string;
  readonly lease: Lease | undefined;

  constructor(code: LockError["code"], message: string, hint: string, lease?: Lease) {
    super(message);
    this.name = "LockError";
    this.code = code;
    this.hint = hint;
    this.lease = lease;
  }
}

export function unreachable(place: string, reason: string): LockError {
  const hint =
    "Nothing is written without the lock. Try again when its location is usable; if something else is there, remove it.";
  return new LockError("lock-unreachable", `The lock ${place} ${reason}`, hint);
}

/** `abandoned`: its process has ended. */
export type LockStatus = "free" | "held" | "expired" | "abandoned";

/** Checks leases of this machine. */
export interface Here {
  readonly machine: string;
  readonly isAlive: (pid: number) => boolean;
}

/** The status of a lease for this process. */
export function lockStatusOf(kept: KeptLease | undefined, here: Here): LockStatus {
  if (kept === undefined || kept.lease.released) return "free";
  if (kept.ageMs > kept.lease.ttlMs) return "expired";
  const isHere = kept.lease.machine === here.machine && kept.lease.reason === undefined;
  return isHere && !here.isAlive(kept.lease.pid) ? "abandoned" : "held";
}

export function nextLease(
  kept: KeptLease | undefined,
  holder: Holder,
  { id, now, ttlMs }: { readonly id: string; readonly now: number; readonly ttlMs: number },
): Lease {
  const at = new Date(now).toISOString();
  const number = (kept?.lease.number ?? 0) + 1;
  const { who, host, machine, pid } = holder;
  return { who, host, machine, pid, id, number, started: at, renewed: at, ttlMs, released: false };
}

/** Whether two leases are the same, apart from renewals. */
export function isSameLease(one: Lease | undefined, other: Lease | undefined): boolean {
  return one?.id === other?.id && one?.number === other?.number;
}

/** The holder in messages. */
export function holderText({ who, host, pid, started, reason, ...lease }: Lease): string {
  if (reason !== undefined)
    return `${who} on ${host} (by hand until ${holdsUntil(lease)}: ${reason})`;
  return `${who} on ${host} (process ${pid}, since ${started})`;
}

/** By the holder's clock. */
function holdsUntil({ renewed, ttlMs }: Pick<Lease, "renewed" | "ttlMs">): string {
  return new Date(Date.parse(renewed) + ttlMs).toISOString();
}

export function lockedBy(lease: Lease): LockError {
  const message = `The estate is locked by ${holderText(lease)}; lock ${lease.id}`;
  const over = lease.reason === undefined ? "that run is certainly over" : "it may be ended";
  const hint = `Wait with --lock-timeout 30s. If ${over}: plumbline unlock --force ${lease.id}`;
  return new LockError("locked", message, hint, lease);
}

/** A lease for programs. */
export function leaseDocument(lease: Lease) {
  const { id, number, who, host, pid, started, renewed, reason = null } = lease;
  return { id, number, who, host, pid, started, renewed, holds_until: holdsUntil(lease), reason };
}

// Lazy: the time patterns cost more than a plan that reads no lease.
const stored = z.lazy(() =>
  z.object({
    format_version: z.string().startsWith("1."),
    estate: z.string(),
    id: z.string().min(1),
    number: z.int().min(1),
    who: z.string(),
    host: z.string(),
    machine: z.string(),
    pid: z.int(),
    started: z.iso.datetime(),
    renewed: z.iso.datetime(),
    ttl_seconds: z.number().positive(),
    released: z.boolean(),
    reason: z.string().optional(),
  }),
);

/** Throws when the text is no lease, or that of another estate. */
export function parseLease(text: string, estate: string): Lease {
  const { format_version: _version, ttl_seconds, ...parsed } = storedIn(text, stored);
  expectOwn("it belongs", parsed.estate, estate);
  const { estate: _estate, ...lease } = parsed;
  return { ...lease, ttlMs: ttl_seconds * 1_000 };
}

/** Equal leases give equal texts. */
export function renderLease(lease: Lease, estate: string): string {
  const { id, number, who, host, machine, pid, started, renewed, ttlMs, released, reason } = lease;
  const held = { id, number, who, host, machine, pid, started, renewed };
  const rest = { ttl_seconds: ttlMs / 1_000, released, ...defined({ reason }) };
  return storedText("1.0", estate, { ...held, ...rest });
}
