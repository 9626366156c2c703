/** The state of an estate after a run that came to its end: what it owns is known, and nothing is under way. */
import type { Finding } from "./checks.ts";
import type { Door } from "./door.ts";

/** What an estate keeps in a catalog. */
export interface KeptState {
  /** Addresses of what it owns. */
  readonly owned: readonly string[];
  readonly hasJournal: boolean;
  readonly hasClaims: boolean;
  readonly isLocked: boolean;
}

/** Reads it. */
export async function readState(door: Door, estate: string): Promise<KeptState> {
  door.forget("PUT", "/resource/plumbline");
  const read = async (path: string) =>
    (await door.read(`/resource/plumbline/${path}`))?.json as Document | undefined;
  const [inventory, journal, lock, claims] = await Promise.all([
    read(`${estate}/inventory.json`),
    read(`${estate}/journal.json`),
    read(`${estate}/lock.json`),
    read("claims.json"),
  ]);
  return {
    owned: Object.keys(inventory?.objects ?? {}).toSorted(),
    hasJournal: journal !== undefined,
    hasClaims: estate in (claims?.estates ?? {}),
    isLocked: lock !== undefined && lock.released !== true,
  };
}

/** What these documents say, as far as it is looked at. */
interface Document {
  readonly objects?: Readonly<Record<string, unknown>>;
  readonly estates?: Readonly<Record<string, unknown>>;
  readonly released?: boolean;
}

/** Nothing is left of a run but what it did not take: the lock and the claims of one that was killed. */
export function judgeState(
  { hasJournal, hasClaims, isLocked }: KeptState,
  { locked, claimed }: { readonly locked: boolean; readonly claimed: boolean },
): Finding | undefined {
  const left = [
    hasJournal ? ["a journal"] : [],
    hasClaims && claimed ? ["claims"] : [],
    isLocked && locked ? ["the lock"] : [],
  ].flat();
  return left.length === 0 ? undefined : { check: "state of a run is left", told: left.join(", ") };
}
