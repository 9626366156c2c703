/** Browser sessions (docs/compatibility.md, "Console"). The token itself is never stored. */
import { digestOf } from "../../model/digest.ts";
import { session as limits } from "../../model/limits.ts";
import { findAccount, rolesOf } from "./account.ts";
import { CatalogError } from "./errors.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter, StoredSession } from "./unit-of-work.ts";

export interface FoundSession {
  readonly session: StoredSession;
  readonly roles: readonly string[];
}

/** `now` is ISO 8601. Returns undefined for an unknown or expired session. */
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

/** A session from the future has expired, too. */
function hasRested({ used }: StoredSession, now: string): boolean {
  const restedMs = Date.parse(now) - Date.parse(used);
  return restedMs > limits.idleMs || restedMs < -limits.useMs;
}

/** Ties a session to a password: every change of it changes the hash. */
function markOf({ created, value }: Stored<"account">): string {
  return digestOf(JSON.stringify([created, value.hash]));
}

/** The account of a password login, and the hash that the password was compared with. */
export interface PasswordLogin {
  readonly user: string;
  readonly hash: string;
}

/** Removes expired sessions, too. Throws unauthenticated if the account was changed. */
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

/** Records the use of a session, unless it has ended meanwhile. */
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
