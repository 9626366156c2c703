/**
 * Accounts that may log in, with their roles: to read them for every request would be a transaction of its own. Who is
 * disabled, gets another password or other roles is another one with the next request, because what was read of the
 * account is compared with what is there as soon as the catalog is at another revision.
 */
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { findAccount, rolesOf } from "./account.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader } from "./unit-of-work.ts";

/** An account that was read. */
export interface KnownAccount {
  /** Undefined where none of the name may log in. */
  readonly account: Stored<"account"> | undefined;
  readonly roles: readonly string[];
  /** Whether it is so at the revision that is in force. */
  readonly isAt: (revision: number) => boolean;
}

/** Accounts that were read lately. */
export interface KeptLogins {
  /** An account as it is at the revision that is in force, if that is known. */
  readonly at: (revision: number, user: string) => KnownAccount | undefined;
  /** Reads an account, and keeps one that may log in. */
  readonly read: (reader: CatalogReader, user: string) => Promise<KnownAccount>;
  readonly clear: () => void;
}

/** Keeps nothing yet. */
export function keptLogins(): KeptLogins {
  const kept = recent<KnownAccount>(limits.accounts);
  return {
    at: (revision, user) => {
      const known = kept.get(user);
      return known?.isAt(revision) === true ? known : undefined;
    },
    read: async (reader, user) => {
      const found = await findAccount(reader, user);
      const account = found?.value.enabled === true ? found : undefined;
      const roles = account === undefined ? [] : await rolesOf(reader, account);
      const known = { account, roles, isAt: await since(reader) };
      // Names without an account are anybody's to send.
      if (account !== undefined) kept.keep(user, known);
      return known;
    },
    clear: kept.clear,
  };
}

/** Whether what was read by now is so at other revisions than that of the reader. */
async function since(reader: CatalogReader): Promise<(revision: number) => boolean> {
  let trace = reader.trace();
  let at = await reader.revision();
  return (revision) => {
    if (revision === at) return true;
    const same = trace?.sameAt();
    if (same === undefined) trace = undefined;
    else at = same;
    return same === revision;
  };
}
