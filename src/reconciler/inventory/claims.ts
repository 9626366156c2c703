/**
 * Which estate is about to make which objects its own, for the time of a run: one document of the catalog
 * that all estates share, so that of two which want the same one is first
 * (docs/decisions/0043-claims.md).
 */
import { formatAddress, parseAddress, type Address } from "../../model/address.ts";
import { addressSet, type AddressSet } from "../../model/address-map.ts";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { fewOf } from "../../model/few.ts";
import { lock as limits } from "../../model/limits.ts";
import { storedIn } from "../../wire/stored.ts";
import type { KindContext } from "../kind.ts";
import {
  StateError,
  readStateDocument,
  type StateDocument,
  type StateStore,
} from "./state-store.ts";
import type { Inventory } from "./inventory.ts";
import { CLAIMS, ownersBeside, readOtherInventories, type Owners } from "./owners.ts";

/** What a run is about to make its own, and what its plan knew of owners. */
export interface ClaimInput {
  readonly inventory: Inventory;
  /** Owners that the plan was made with: what was to be taken from them is. */
  readonly owners: Owners;
  readonly addresses: readonly Address[];
  readonly context: KindContext;
  /** Whether what others claim may be taken from them. */
  readonly mayTake: boolean;
}

/** Takes and ends the claims of one estate. */
export interface ClaimsStore {
  /** Claims objects, all or none; a diagnostic says whose they are already. Throws StateError. */
  readonly take: (input: ClaimInput) => Promise<Diagnostic | undefined>;
  /** What a run that was cut off was about to own. Throws StateError. */
  readonly left: () => Promise<AddressSet>;
  /** Ends the claims of the estate. Throws StateError. */
  readonly end: (context: KindContext) => Promise<void>;
}

/** Claims by estate; the number rises with every change, so that no state comes again. */
interface Claims {
  readonly number: number;
  readonly estates: ReadonlyMap<string, readonly string[]>;
}

const stored = z.lazy(() =>
  z.object({
    format_version: z.string().startsWith("1."),
    number: z.int().min(0),
    estates: z.record(z.string(), z.array(z.string())),
  }),
);

function parse(text: string): Claims {
  const { number, estates } = storedIn(text, stored);
  return { number, estates: new Map(Object.entries(estates)) };
}

function render({ number, estates }: Claims): string {
  const document = { format_version: "1.0", number, estates: Object.fromEntries(estates) };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/**
 * The claims of an estate in the state that all estates of the catalog share; `confirmMs` is how long others
 * may take to write on a server without conditions.
 */
export function claimsIn(shared: StateStore, estate: string, confirmMs: number): ClaimsStore {
  const end = async (context: KindContext): Promise<void> => {
    await change(shared, context, {
      next: (claims) => withClaims(claims, estate, []),
      refuse: async () => undefined,
      isKept: (claims) => claims?.estates.has(estate) !== true,
      // What comes back by a write of somebody else holds nobody up for long: it ends with the next run.
      confirmMs: 0,
    });
  };
  return {
    take: async (input) => {
      const keys = input.addresses.map(formatAddress);
      const refusal = await change(shared, input.context, {
        next: (claims) => withClaims(claims, estate, keys),
        refuse: (claims) => findRival(claims, estate, input),
        isKept: (claims) => claims?.estates.get(estate)?.join() === keys.join(),
        confirmMs,
      });
      // Without conditions they may have been written before that was known.
      const isWritten = refusal !== undefined && input.context.server.software !== "plumbline";
      if (isWritten) await end(input.context);
      return refusal;
    },
    left: async () => {
      const claims = await readStateDocument(shared, CLAIMS, parse);
      const keys = claims?.form.estates.get(estate) ?? [];
      return addressSet(keys.flatMap((key) => parseAddress(key) ?? []));
    },
    end,
  };
}

interface Step {
  readonly next: (claims: Claims | undefined) => Claims;
  readonly refuse: (claims: Claims | undefined) => Promise<Diagnostic | undefined>;
  /** Whether a document, read again, still says what was written. */
  readonly isKept: (claims: Claims | undefined) => boolean;
  /** How long to wait before it is read again, on a server without conditions. */
  readonly confirmMs: number;
}

/**
 * Reads, decides and writes until nobody wrote in between. A server without conditions is looked at once
 * more after a pause, as with the lock.
 */
async function change(
  shared: StateStore,
  { server }: KindContext,
  step: Step,
): Promise<Diagnostic | undefined> {
  const isAtomic = server.software === "plumbline";
  for (let attempt = 1; attempt <= limits.attempts; attempt++) {
    const { form, document = "nothing" } = (await readStateDocument(shared, CLAIMS, parse)) ?? {};
    const refusal = await step.refuse(form);
    if (refusal !== undefined) return refusal;
    const isWritten = await write(shared, step.next(form), document);
    if (isAtomic && isWritten) return undefined;
    if (isAtomic) continue;
    if (step.confirmMs > 0) await pause(step.confirmMs);
    const after = await readStateDocument(shared, CLAIMS, parse);
    if (step.isKept(after?.form)) return step.refuse(after?.form);
  }
  throw new StateError(shared.place(CLAIMS), "is written by others again and again");
}

/** Whether nobody wrote in between. */
async function write(
  shared: StateStore,
  claims: Claims,
  expected: StateDocument | "nothing",
): Promise<boolean> {
  try {
    await shared.save(CLAIMS, render(claims), expected);
    return true;
  } catch (error) {
    if (error instanceof StateError && error.isChanged) return false;
    throw error;
  }
}

function withClaims(claims: Claims | undefined, estate: string, keys: readonly string[]): Claims {
  const others = [...(claims?.estates ?? [])].filter(([name]) => name !== estate);
  const own = keys.length === 0 ? [] : [[estate, keys] as const];
  return { number: (claims?.number ?? 0) + 1, estates: new Map([...others, ...own]) };
}

/** Who claims one of the objects, or has come to own it since the plan was made. */
async function findRival(
  claims: Claims | undefined,
  estate: string,
  { inventory, owners, addresses, context, mayTake }: ClaimInput,
): Promise<Diagnostic | undefined> {
  const wanted = new Set(addresses.map(formatAddress));
  for (const [rival, theirs] of claims?.estates ?? []) {
    const shared = theirs.filter((key) => wanted.has(key));
    if (rival !== estate && shared.length > 0 && !mayTake)
      return ownedBy(rival, shared, "is about to own");
  }
  const now = ownersBeside(inventory, await readOtherInventories(estate, context));
  const isNew = (address: Address) => {
    const [before, after] = [owners.get(address), now.get(address)];
    return after !== undefined && (after.estate !== before?.estate || after.claim !== before.claim);
  };
  const gone = addresses.filter(isNew);
  const [first] = gone;
  const rival = first && now.get(first)?.estate;
  if (rival === undefined) return undefined;
  return ownedBy(rival, gone.map(formatAddress), "owns by now");
}

function ownedBy(estate: string, keys: readonly string[], verb: string): Diagnostic {
  return fault("owned-meanwhile", `The estate ${estate} ${verb} ${fewOf(keys)}`, {
    hint: `Nothing was sent. Leave them to ${estate}, or plan again and transfer them with --allow takeover. If a run of ${estate} was killed, apply that estate again first.`,
  });
}
