/**
 * Credentials that were sent away unseen and come again, as those who know their password send them; who
 * guesses sends others each time. So there is something to be looked at while somebody guesses
 * (docs/compatibility.md, "Failed logins").
 */
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";

/** Credentials that were sent away lately, by their marks. */
export interface ReturningCredentials {
  /** They were sent away. */
  readonly refused: (credentialKey: string) => void;
  /** They were looked at. */
  readonly seen: (credentialKey: string) => void;
  /** Whether they were sent away some time ago. */
  readonly have: (credentialKey: string) => boolean;
}

/** Nothing was sent away yet; `clock` gives milliseconds that only rise. */
export function returningCredentials(clock: () => number): ReturningCredentials {
  const refusedAt = recent<number>(limits.returning);
  return {
    refused: (credentialKey) => {
      // The first time counts: who comes too often does not begin again.
      if (!refusedAt.has(credentialKey)) refusedAt.keep(credentialKey, clock());
    },
    seen: refusedAt.forget,
    have: (credentialKey) => {
      const at = refusedAt.get(credentialKey);
      return at !== undefined && clock() - at >= limits.returnMs;
    },
  };
}
