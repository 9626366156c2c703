/**
 * Caches accounts and roles, which saves a transaction per request. Cached accounts are compared
 * with the catalog at every new revision, so changes of an account take effect with the next
 * request.
 */
import { login as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { findAccount, rolesOf } from "./account.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, Trace } from "./unit-of-work.ts";

export interface KnownAccount {
  /** Undefined if there is no enabled account. */
  readonly account: Stored<"account"> | undefined;
  readonly roles: readonly string[];
  /** Whether the entry is valid at the current revision. */
  readonly isAt: (revision: number) => boolean;
  /** What `isAt` compares. */
  readonly traces: readonly Trace[];
}

/** A cache of accounts. */
export interface KeptLogins {
  /** Returns a valid entry only. */
  readonly at: (revision: number, user: string) => KnownAccount | undefined;
  /** Caches enabled accounts only. */
  readonly read: (reader: CatalogReader, user: string) => Promise<KnownAccount>;
  readonly clear: () => void;
}

/** Creates an empty cache. */
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
      const known = { account, roles, ...(await since(reader)) };
      // Unknown names are not cached, since anyone can send them.
      if (account !== undefined) kept.keep(user, known);
      return known;
    },
    clear: kept.clear,
  };
}

/** Checks whether later revisions change what was read. */
async function since(reader: CatalogReader): Promise<Pick<KnownAccount, "isAt" | "traces">> {
  const traces = [reader.trace() ?? []].flat();
  const at = await reader.revision();
  return {
    isAt: (revision) => revision === at || traces.some((trace) => trace.isAt(revision)),
    traces,
  };
}
