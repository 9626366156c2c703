/**
 * Credentials that were sent away unseen and come again, as those who know their password send them; who
 * guesses sends others each time. So there is something to be looked at while somebody guesses
 * (docs/compatibility.md, "Failed logins").
 */
import { login as limits } from "../../model/limits.ts";

/** Credentials that were sent away lately, by their marks. */
export interface ReturningCredentials {
  /** They were sent away. */
  readonly refused: (mark: string) => void;
  /** They were looked at. */
  readonly seen: (mark: string) => void;
  /** Whether they were sent away some time ago. */
  readonly have: (mark: string) => boolean;
}

/** Nothing was sent away yet; `clock` gives milliseconds that only rise. */
export function returningCredentials(clock: () => number): ReturningCredentials {
  const refusedAt = new Map<string, number>();
  return {
    refused: (mark) => {
      // The first time counts: who comes too often does not begin anew.
      if (refusedAt.has(mark)) return;
      const [oldest] = refusedAt.keys();
      if (refusedAt.size >= limits.returning && oldest !== undefined) refusedAt.delete(oldest);
      refusedAt.set(mark, clock());
    },
    seen: (mark) => void refusedAt.delete(mark),
    have: (mark) => {
      const at = refusedAt.get(mark);
      return at !== undefined && clock() - at >= limits.returnMs;
    },
  };
}
