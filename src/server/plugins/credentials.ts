/**
 * Remembers credentials that were found right, as keyed digests, so that hashing does not cap the
 * throughput. A mark depends on the stored hash: another password is in force with the next
 * request.
 */
import { createHmac, randomBytes } from "node:crypto";
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";

/** What is known of credentials: right and hashed lately, right at some time, or nothing. */
export type Standing = "fresh" | "stale" | "unknown";

/** Marks of credentials. */
export interface CredentialMarks {
  /** The mark of a user, a password and the hash it is checked against. */
  readonly of: (user: string, password: string, hash: string) => string;
  readonly standing: (mark: string) => Standing;
  readonly remember: (mark: string) => void;
  /** Forgets everything, so that each is looked up and hashed again. */
  readonly forget: () => void;
}

/** The marks of one server; `clock` gives milliseconds that only rise. */
export function credentialMarks(clock: () => number): CredentialMarks {
  const key = randomBytes(32);
  const found = recent<number>(limits.credentials);
  return {
    of: (user, password, hash) =>
      createHmac("sha256", key)
        .update(`${user.length}:${user}${hash.length}:${hash}${password}`)
        .digest("base64"),
    standing: (mark) => {
      const at = found.get(mark);
      if (at === undefined) return "unknown";
      return clock() - at < limits.credentialMs ? "fresh" : "stale";
    },
    remember: (mark) => found.keep(mark, clock()),
    forget: found.clear,
  };
}
