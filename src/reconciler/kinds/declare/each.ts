/** Declares objects one by one; what of them cannot be read is reported, and the others go on. */
import { compareAddresses, type Address } from "../../../model/address.ts";
import { isUnreadable, type Unreadable } from "../../../wire/reading.ts";
import type { Declaration, Declarations, DeclarePlace, LeaveOut, Undeclared } from "../../kind.ts";

/** What became of one object: its manifest, and what is not declared and why. */
export type Outcome = Declaration | Undeclared | readonly (Declaration | Undeclared)[];

/** How many objects are read at a time. */
const AT_ONCE = 8;

/** Nothing there. */
export const NOTHING: Declarations = { declarations: [], undeclared: [] };

/** Declares all of them, in the order of their addresses. Rejects when the server is not there. */
export async function declareEach(
  addresses: readonly Address[],
  place: DeclarePlace,
  declare: (address: Address) => Promise<Outcome>,
): Promise<Declarations> {
  const sorted = addresses.toSorted(compareAddresses);
  // Names of files are given in this order, whichever answer comes first.
  for (const { name } of sorted) place.fileName(name);
  const outcomes: Outcome[] = [];
  for (let at = 0; at < sorted.length; at += AT_ONCE) {
    const some = sorted.slice(at, at + AT_ONCE);
    outcomes.push(...(await Promise.all(some.map((address) => attempt(address, declare)))));
  }
  const found = outcomes.flat() as readonly (Declaration | Undeclared)[];
  return {
    declarations: found.filter((one) => "spec" in one),
    undeclared: found.filter((one) => "reason" in one),
  };
}

/** As `declareEach`, for what a list shows; what of the list cannot be read is reported, too. */
export async function declareListed(
  list: (leaveOut: LeaveOut) => Promise<readonly Address[]>,
  place: DeclarePlace,
  declare: (address: Address) => Promise<Outcome>,
): Promise<Declarations> {
  const left: Undeclared[] = [];
  const addresses = await list((address, error) => void left.push(unread(address, error)));
  const { declarations, undeclared } = await declareEach(addresses, place, declare);
  return { declarations, undeclared: [...undeclared, ...left] };
}

async function attempt(
  address: Address,
  declare: (address: Address) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await declare(address);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return unread(address, error);
  }
}

/** What is reported of what a server does not show. */
export function unread(address: Address, { message }: Unreadable): Undeclared {
  return { address, reason: `It cannot be read: ${message}` };
}

/** What is reported of something that is there without anybody's doing. */
export function fromTheStart(address: Address): Undeclared {
  return { address, reason: "Every catalog has it from the start", everywhere: true };
}

/** What is reported of something that was listed and is not there any more. */
export function goneMeanwhile(address: Address): Undeclared {
  return { address, reason: "It is listed, but not there" };
}
