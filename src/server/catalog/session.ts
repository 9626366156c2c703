/**
 * Sessions of people who log in with a page: what begins one, and what ends it beside a logout
 * (docs/compatibility.md, "Console"). The token itself is never kept.
 */
import { digestOf } from "../../model/digest.ts";
import { session as limits } from "../../model/limits.ts";
import { findAccount, rolesOf } from "./account.ts";
import { CatalogError } from "./errors.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter, StoredSession } from "./unit-of-work.ts";

/** A session in force, and whose it is. */
export interface FoundSession {
  readonly session: StoredSession;
  readonly roles: readonly string[];
}

/** The session of a token at a time (ISO 8601); undefined where there is none, or it has ended. */
export async function findSession(
  reader: CatalogReader,
  token: string,
  now: string,
): Promise<FoundSession | undefined> {
  const session = await reader.session(digestOf(token));
  if (session === undefined || hasRested(session, now)) return undefined;
  const account = await findAccount(reader, session.account);
  if (account?.value.enabled !== true || markOf(account) !== session.mark) return undefined;
  return { session, roles: await rolesOf(reader, account) };
}

/** Whether a session was not used for so long that it has ended; one of the future has, too. */
function hasRested({ used }: StoredSession, now: string): boolean {
  const restedMs = Date.parse(now) - Date.parse(used);
  return restedMs > limits.idleMs || restedMs < -limits.useMs;
}

/** Ties a session to an account and its password: the hash is another one after any change of it. */
function markOf({ created, value }: Stored<"account">): string {
  return digestOf(JSON.stringify([created, value.hash]));
}

/** A login with a password: whose it was, and the hash that it was compared with. */
export interface PasswordLogin {
  readonly user: string;
  readonly hash: string;
}

/**
 * Begins a session of an account; those that have ended by themselves are cleared away. Refuses with
 * unauthenticated where the password is another one by now, or the account is gone.
 */
export async function startSession(
  writer: CatalogWriter,
  { user, hash }: PasswordLogin,
  { token, now }: { readonly token: string; readonly now: string },
): Promise<void> {
  const account = await findAccount(writer, user);
  if (account?.value.enabled !== true || account.value.hash !== hash)
    throw new CatalogError("unauthenticated", "The account has changed meanwhile; log in again");
  await writer.removeIdleSessions(new Date(Date.parse(now) - limits.idleMs).toISOString());
  const session = { digest: digestOf(token), account: user, mark: markOf(account), used: now };
  await writer.keepSession(session, limits.ofAccount);
}

/** Says that a session is in use, unless it has ended since it was found. */
export async function useSession(
  writer: CatalogWriter,
  { digest }: StoredSession,
  now: string,
): Promise<void> {
  const session = await writer.session(digest);
  if (session !== undefined) await writer.keepSession({ ...session, used: now }, limits.ofAccount);
}

/** Ends the session of a token, if there is one. */
export async function endSession(writer: CatalogWriter, token: string): Promise<void> {
  await writer.removeSession(digestOf(token));
}
