/** Declares objects one by one; an unreadable object is reported, and the others go on. */
import { each } from "../../../model/each.ts";
import { compareAddresses, type Address } from "../../../model/address.ts";
import { isUnreadable, type Unreadable } from "../../../wire/reading.ts";
import type {
  Declaration,
  Declarations,
  Declare,
  DeclarePlace,
  KindContext,
  LeaveOut,
  Listing,
  Undeclared,
} from "../../kind.ts";

export type Outcome = Declaration | Undeclared | readonly (Declaration | Undeclared)[];

const AT_ONCE = 8;

/** The empty result. */
export const NOTHING: Declarations = { declarations: [], undeclared: [] };

/** Declares all addresses in their order. Rejects when the server cannot be reached. */
export async function declareEach(
  addresses: readonly Address[],
  place: DeclarePlace,
  declare: (address: Address) => Promise<Outcome>,
): Promise<Declarations> {
  const sorted = addresses.toSorted(compareAddresses);
  // Fixes the file names in this order, whichever response comes first.
  for (const { name } of sorted) place.fileName(name);
  const outcomes = await each(sorted, (address) => attempt(address, declare), AT_ONCE);
  const found = outcomes.flat() as readonly (Declaration | Undeclared)[];
  return {
    declarations: found.filter((one) => "spec" in one),
    undeclared: found.filter((one) => "reason" in one),
  };
}

/** Declares all that is listed; also reports unreadable parts of the list. */
export function declaring(
  { outside, inWorkspace }: Listing,
  declareOne: (context: KindContext, address: Address, place: DeclarePlace) => Promise<Outcome>,
): Declare {
  return async (context, place) => {
    const { workspace } = place;
    const left: Undeclared[] = [];
    const leaveOut: LeaveOut = (address, error) => void left.push(unread(address, error));
    const listed = await (workspace === null
      ? outside?.(context, leaveOut)
      : inWorkspace?.(context, { workspace, known: new Set(), leaveOut }));
    const { declarations, undeclared } = await declareEach(listed ?? [], place, (address) =>
      declareOne(context, address, place),
    );
    return { declarations, undeclared: [...undeclared, ...left] };
  };
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

/** Reports an object that cannot be read. */
export function unread(address: Address, { message }: Unreadable): Undeclared {
  return { address, reason: `It cannot be read: ${message}` };
}

export function fromTheStart(address: Address): Undeclared {
  return { address, reason: "Every catalog has it from the start", everywhere: true };
}

export function goneMeanwhile(address: Address): Undeclared {
  return { address, reason: "It is listed, but not there" };
}
