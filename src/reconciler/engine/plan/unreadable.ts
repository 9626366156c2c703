/**
 * Objects that a server fails on: each is reported and left alone, its dependents wait, and the
 * rest continues. GET only.
 */
import { compareAddresses, formatAddress, type Address } from "../../../model/address.ts";
import { addressSet, type AddressMap, type AddressSet } from "../../../model/address-map.ts";
import { warning, type Diagnostic } from "../../../model/diagnostic.ts";
import { fewOf } from "../../../model/few.ts";
import type { DigestLookup } from "../../../wire/digest.ts";
import { isUnreadable, type Unreadable } from "../../../wire/reading.ts";
import type { AnyKind, KindContext, LeaveOut, Live, WantedObject } from "../../kind.ts";
import { observeKind } from "./observe-kind.ts";

interface Lenient {
  readonly together: DigestLookup | undefined;
  /** Where absent, unreadable objects fail all. */
  readonly leaveOut: LeaveOut | undefined;
}

/**
 * `observeKind` without unreadable objects. A set must be complete, because access depends on it.
 */
export async function observeReadable(
  kind: AnyKind,
  context: KindContext,
  wanted: readonly WantedObject[],
  { together, leaveOut }: Lenient,
): Promise<readonly Live[]> {
  try {
    return await observeKind(kind, context, wanted, together);
  } catch (error) {
    if (leaveOut === undefined || !isUnreadable(error)) throw error;
    if (kind.set !== undefined || wanted.length === 0) throw error;
    const [only, ...others] = wanted;
    if (only !== undefined && others.length === 0) {
      leaveOut(only.address, error);
      // The request failed, so the object is taken to exist.
      return [{ address: only.address, facts: {}, requires: [] }];
    }
    const half = Math.ceil(wanted.length / 2);
    const parts = [wanted.slice(0, half), wanted.slice(half)];
    const found: Live[] = [];
    for (const part of parts)
      found.push(...(await observeReadable(kind, context, part, { together, leaveOut })));
    return found;
  }
}

/** Unreadable parts are reported, or the kind where the whole list is unreadable. */
export async function listReadable(
  { name }: AnyKind,
  workspace: string | null,
  { report }: KindContext,
  list: (leaveOut: LeaveOut) => Promise<readonly Address[]> | undefined,
): Promise<readonly Address[]> {
  const leaveOut: LeaveOut = (address, { message }) =>
    report?.(unreadableDiagnostic([address], message));
  try {
    return (await list(leaveOut)) ?? [];
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    leaveOut({ kind: name, workspace, name: "*" }, error);
    return [];
  }
}

class UnreadablePartError extends Error {
  readonly addresses: readonly Address[];

  constructor(addresses: readonly Address[], error: Unreadable) {
    super(error.message, { cause: error });
    this.name = "UnreadablePartError";
    this.addresses = addresses;
  }
}

/** Throws UnreadablePartError where something for these changes cannot be read. */
export async function forChanges<Result>(
  addresses: readonly Address[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUnreadable(error) && addresses.length > 0)
      throw new UnreadablePartError(addresses, error);
    throw error;
  }
}

/** Repeats the work without the stuck changes until it succeeds. */
export async function withoutUnreadable<
  Stage extends { readonly context: KindContext; readonly stuck: AddressSet },
  Result,
>(stage: Stage, work: (stage: Stage) => Promise<Result>): Promise<Result> {
  try {
    return await work(stage);
  } catch (error) {
    if (!(error instanceof UnreadablePartError)) throw error;
    const more = error.addresses.filter((address) => !stage.stuck.has(address));
    if (more.length === 0) throw error.cause;
    stage.context.report?.(stuckDiagnostic(more, error.message));
    const stuck = addressSet([...stage.stuck, ...more]);
    return withoutUnreadable({ ...stage, stuck }, work);
  }
}

/** Reports unreadable objects, grouped by reason. */
export function reportUnreadable(
  unreadable: AddressMap<string>,
  report: KindContext["report"],
): void {
  for (const [reason, own] of Map.groupBy(unreadable, ([, why]) => why)) {
    const addresses = own.map(([address]) => address).toSorted(compareAddresses);
    report?.(unreadableDiagnostic(addresses, reason));
  }
}

function stuckDiagnostic(addresses: readonly Address[], reason: string): Diagnostic {
  const what = "cannot be changed, since something that takes part cannot be read";
  return {
    ...unreadableDiagnostic(addresses, reason),
    message: `${fewOf(addresses.map(formatAddress))} ${what}: ${reason}`,
  };
}

function unreadableDiagnostic(addresses: readonly Address[], reason: string): Diagnostic {
  const [first] = addresses.map(formatAddress);
  const message = `${fewOf(addresses.map(formatAddress))} cannot be read, and ${addresses.length === 1 ? "is" : "are"} left out: ${reason}`;
  const hint = "See the log of the server. Objects that need it wait; the rest goes on.";
  return warning("object-unreadable", message, { hint, address: first });
}
