/** Reads the entries of a list; an unreadable entry does not fail the others. */
import type { Address } from "../../../model/address.ts";
import { isUnreadable } from "../../../wire/reading.ts";
import type { LeaveOut } from "../../kind.ts";

/** The result of `look`; undefined where it cannot be read, and the addresses are left out. */
export async function orLeftOut<Result>(
  addresses: readonly Address[],
  leaveOut: LeaveOut,
  look: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    for (const address of addresses) leaveOut(address, error);
    return undefined;
  }
}
