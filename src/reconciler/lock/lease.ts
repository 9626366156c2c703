/**
 * The lease on an estate: who may write, until when, and under which number. Pure; where a lease is
 * kept is in the files beside this one (docs/decisions/0023-plan-files-and-the-lock.md).
 */
import { Failure } from "../../model/failure.ts";
import { expectOwn, storedIn } from "../../wire/stored.ts";
import { z } from "zod";
import type { DiagnosticCode } from "../../model/diagnostic.ts";

/** Version of the stored form. */
const LEASE_VERSION = "1.0";

/** A process that writes. */
export interface Holder {
  readonly who: string;
  readonly host: string;
  /** What distinguishes machines, and containers on them: process ids mean something only inside. */
  readonly machine: string;
  readonly pid: number;
}

/** A lease as it is kept. One that was released stays, so that numbers never start again. */
export interface Lease extends Holder {
  readonly id: string;
  /** The fencing number: every lease of an estate has a higher one than those before it. */
  readonly number: number;
  /** ISO 8601, by the clock of the holder. */
  readonly started: string;
  readonly renewed: string;
  /** How long it holds when it is not renewed. */
  readonly ttlMs: number;
  readonly released: boolean;
  /** Why somebody took it by hand; such a lease has no process, and nobody renews it. */
  readonly reason?: string | undefined;
}

/** A lease as it was read. */
export interface KeptLease {
  readonly lease: Lease;
  /** What distinguishes this state of the store from others, where the store has that. */
  readonly version: string | undefined;
  /** Time since it was taken or renewed, by the clock of the store where it shows one. */
  readonly ageMs: number;
}

/** Where the lease of an estate is kept. */
export interface LockStore {
  /** Where it is, for messages. */
  readonly place: string;
  /** The lease; undefined when there was never one. Throws LockError. */
  readonly read: () => Promise<KeptLease | undefined>;
  /**
   * Puts a lease in place of the one that was read; undefined when somebody else was quicker.
   * Throws LockError when it is not certain what is kept now.
   */
  readonly replace: (
    lease: Lease,
    instead: KeptLease | undefined,
  ) => Promise<KeptLease | undefined>;
}

/** A lock that is not to be had: somebody holds it, or nobody knows. */
export class LockError extends Failure {
  readonly code: DiagnosticCode & ("locked" | "lock-unreachable");
  readonly hint: string;
  /** What somebody holds. */
  readonly lease: Lease | undefined;

  constructor(code: LockError["code"], message: string, hint: string, lease?: Lease) {
    super(message);
    this.name = "LockError";
    this.code = code;
    this.hint = hint;
    this.lease = lease;
  }
}

/** The store does not do what it is asked: nothing may be written. */
export function unreachable(place: string, reason: string): LockError {
  const hint =
    "Nothing is written without the lock. Try again when the place can be used; if something else lies there, remove it.";
  return new LockError("lock-unreachable", `The lock ${place} ${reason}`, hint);
}

/** What a lease means to somebody who wants one: free, held, run out, or its process is gone. */
export type LockStatus = "free" | "held" | "expired" | "abandoned";

/** How a process looks at leases of its own machine. */
export interface Here {
  readonly machine: string;
  readonly isAlive: (pid: number) => boolean;
}

/** What a lease means here and now. */
export function lockStatusOf(kept: KeptLease | undefined, here: Here): LockStatus {
  if (kept === undefined || kept.lease.released) return "free";
  if (kept.ageMs > kept.lease.ttlMs) return "expired";
  const isHere = kept.lease.machine === here.machine && kept.lease.reason === undefined;
  return isHere && !here.isAlive(kept.lease.pid) ? "abandoned" : "held";
}

/** The lease that follows on what is kept. */
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

/** Whether two leases are one, whenever it was renewed. */
export function isSameLease(one: Lease | undefined, other: Lease | undefined): boolean {
  return one?.id === other?.id && one?.number === other?.number;
}

/** Who holds a lease, as messages say it. */
export function holderText({ who, host, pid, started, reason, ...lease }: Lease): string {
  if (reason !== undefined)
    return `${who} on ${host} (by hand until ${holdsUntil(lease)}: ${reason})`;
  return `${who} on ${host} (process ${pid}, since ${started})`;
}

/** When a lease ends that nobody renews, by the clock of its holder. */
function holdsUntil({ renewed, ttlMs }: Pick<Lease, "renewed" | "ttlMs">): string {
  return new Date(Date.parse(renewed) + ttlMs).toISOString();
}

/** The refusal of somebody who comes while a lease is held. */
export function lockedBy(lease: Lease): LockError {
  const message = `The estate is locked by ${holderText(lease)}; lock ${lease.id}`;
  const over = lease.reason === undefined ? "that run is certainly over" : "it may be ended";
  const hint = `Wait with --lock-timeout 30s. If ${over}: plumbline unlock --force ${lease.id}`;
  return new LockError("locked", message, hint, lease);
}

/** A lease as programs read it. */
export function leaseDocument(lease: Lease) {
  const { id, number, who, host, pid, started, renewed, reason = null } = lease;
  return { id, number, who, host, pid, started, renewed, holds_until: holdsUntil(lease), reason };
}

// Made when it is needed: patterns of times cost more than a plan that reads no lease.
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

/** Reads the stored form. Throws when it is none, or another estate's. */
export function parseLease(text: string, estate: string): Lease {
  const { format_version: _version, ttl_seconds, ...parsed } = storedIn(text, stored);
  expectOwn("it belongs", parsed.estate, estate);
  const { estate: _estate, ...lease } = parsed;
  return { ...lease, ttlMs: ttl_seconds * 1_000 };
}

/** The stored form: equal leases are equal texts. */
export function renderLease(lease: Lease, estate: string): string {
  const { id, number, who, host, machine, pid, started, renewed, ttlMs, released, reason } = lease;
  const document = {
    format_version: LEASE_VERSION,
    estate,
    id,
    number,
    who,
    host,
    machine,
    pid,
    started,
    renewed,
    ttl_seconds: ttlMs / 1_000,
    released,
    ...(reason === undefined ? {} : { reason }),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}
