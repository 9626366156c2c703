/**
 * Claims: which objects an estate is about to own during a run. All estates share one document, so
 * that one of two rivals is first (docs/decisions/0043-claims.md).
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

export interface ClaimInput {
  readonly inventory: Inventory;
  /** Owners known to the plan: taking over from them is no conflict. */
  readonly owners: Owners;
  readonly addresses: readonly Address[];
  readonly context: KindContext;
  /** Whether objects that others claim may be taken. */
  readonly mayTake: boolean;
}

export interface ClaimsStore {
  /** Claims all objects or none; the diagnostic names the rival. Throws StateError. */
  readonly take: (input: ClaimInput) => Promise<Diagnostic | undefined>;
  /** What an interrupted run had claimed. Throws StateError. */
  readonly left: () => Promise<AddressSet>;
  /** Throws StateError. */
  readonly end: (context: KindContext) => Promise<void>;
}

/** By estate. The number rises with every change, so that no state repeats. */
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

/** `confirmMs`: how long others may take to write on a server without conditions. */
export function claimsIn(shared: StateStore, estate: string, confirmMs: number): ClaimsStore {
  const end = async (context: KindContext): Promise<void> => {
    await change(shared, estate, context, {
      keys: [],
      refuse: async () => undefined,
      // A claim restored by a concurrent write ends with the next run.
      confirmMs: 0,
    });
  };
  return {
    take: async (input) => {
      const keys = input.addresses.map(formatAddress);
      const refuse = (claims: Claims | undefined) => findRival(claims, estate, input);
      const refusal = await change(shared, estate, input.context, { keys, refuse, confirmMs });
      // Without conditions, the claims may already be written.
      const isWritten = refusal !== undefined && input.context.server.software !== "plumbline";
      if (isWritten) await end(input.context);
      return refusal;
    },
    left: async () => {
      const claims = await readStateDocument(shared, CLAIMS, parse);
      const keys = keysOf(claims?.form, estate);
      return addressSet(keys.flatMap((key) => parseAddress(key) ?? []));
    },
    end,
  };
}

interface Step {
  readonly keys: readonly string[];
  readonly refuse: (claims: Claims | undefined) => Promise<Diagnostic | undefined>;
  /** Wait before the document is read again, on a server without conditions. */
  readonly confirmMs: number;
}

/**
 * Retries on concurrent writes; without conditions, reads again after a pause, as the lock does.
 */
async function change(
  shared: StateStore,
  estate: string,
  { server }: KindContext,
  { keys, refuse, confirmMs }: Step,
): Promise<Diagnostic | undefined> {
  const isAtomic = server.software === "plumbline";
  for (let attempt = 1; attempt <= limits.attempts; attempt++) {
    const { form, document = "nothing" } = (await readStateDocument(shared, CLAIMS, parse)) ?? {};
    const refusal = await refuse(form);
    if (refusal !== undefined) return refusal;
    const isWritten = await write(shared, withClaims(form, estate, keys), document);
    if (isAtomic && isWritten) return undefined;
    if (isAtomic) continue;
    if (confirmMs > 0) await pause(confirmMs);
    const after = await readStateDocument(shared, CLAIMS, parse);
    if (keysOf(after?.form, estate).join() === keys.join()) return refuse(after?.form);
  }
  throw new StateError(shared.place(CLAIMS), "is written by others again and again");
}

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

function keysOf(claims: Claims | undefined, estate: string): readonly string[] {
  return claims?.estates.get(estate) ?? [];
}

function withClaims(claims: Claims | undefined, estate: string, keys: readonly string[]): Claims {
  const others = [...(claims?.estates ?? [])].filter(([name]) => name !== estate);
  const own = keys.length === 0 ? [] : [[estate, keys] as const];
  return { number: (claims?.number ?? 0) + 1, estates: new Map([...others, ...own]) };
}

/** A rival that claims an object, or became its owner after the plan. */
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
