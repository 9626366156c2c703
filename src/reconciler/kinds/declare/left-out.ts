/** Looks into what a list shows: one part that cannot be read does not cost the others. */
import type { Address } from "../../../model/address.ts";
import { isUnreadable } from "../../../wire/reading.ts";
import type { LeaveOut } from "../../kind.ts";

/** What is found; undefined where that cannot be read, and the addresses are left out. */
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
