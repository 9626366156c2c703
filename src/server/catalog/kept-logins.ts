/**
 * Accounts that may log in, with their roles, as long as the catalog is at one revision: to read them
 * for every request would be a transaction of its own. Who is disabled, gets another password or other roles
 * is another one with the next request, because that is another revision.
 */
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { findAccount, rolesOf } from "./account.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** An account at a revision. */
export interface KnownAccount {
  /** Undefined where none of the name may log in. */
  readonly account: Stored<"account"> | undefined;
  readonly roles: readonly string[];
  readonly revision: number;
}

/** The accounts of one revision. */
export interface KeptLogins {
  /** An account that is kept at this revision; what was kept at another one is forgotten. */
  readonly at: (revision: number, user: string) => KnownAccount | undefined;
  /** Reads an account, and keeps one that may log in. */
  readonly read: (reader: CatalogReader, user: string) => Promise<KnownAccount>;
  readonly clear: () => void;
}

/** Keeps nothing yet. */
export function keptLogins(): KeptLogins {
  const kept = recent<KnownAccount>(limits.accounts);
  let at = -1;
  const moveTo = (revision: number) => {
    if (revision !== at) kept.clear();
    at = revision;
  };
  return {
    at: (revision, user) => {
      moveTo(revision);
      return kept.get(user);
    },
    read: async (reader, user) => {
      const revision = await reader.revision();
      const found = await findAccount(reader, user);
      const account = found?.value.enabled === true ? found : undefined;
      if (account === undefined) return { account, roles: [], revision };
      const known = { account, roles: await rolesOf(reader, account), revision };
      // Names without an account are anybody's to send.
      if (revision >= at) {
        moveTo(revision);
        kept.keep(user, known);
      }
      return known;
    },
    clear: kept.clear,
  };
}
