/** The session of the user. */
import { RestError } from "./reading.ts";
import { addressOf, ask, ASKS_ITSELF, refusalIn } from "./rest.ts";

export interface User {
  readonly name: string;
  /** Other accounts do not see what only administrators may read. */
  readonly administrates: boolean;
}

interface SessionDocument {
  readonly user: string | null;
  readonly administrator: boolean;
}

/** Undefined without a session. */
export async function currentUser(): Promise<User | undefined> {
  return send("GET", {});
}

/** Rejects with RestError: 401 for wrong credentials, 429 when it is too early to try again. */
export async function logIn(name: string, password: string): Promise<User | undefined> {
  return send("POST", { Authorization: basic(name, password) });
}

/** Succeeds also where the session is already over. */
export async function logOut(): Promise<void> {
  try {
    await send("DELETE", {});
  } catch (error) {
    if (!(error instanceof RestError && error.status === 401)) throw error;
  }
}

async function send(
  method: string,
  headers: Readonly<Record<string, string>>,
): Promise<User | undefined> {
  const init = { method, headers: { ...ASKS_ITSELF, ...headers } };
  const response = await ask(addressOf("console/session"), init);
  if (!response.ok) throw new RestError(response.status, await refusalIn(response));
  const { user, administrator } = (await response.json()) as SessionDocument;
  return user === null ? undefined : { name: user, administrates: administrator };
}

function basic(name: string, password: string): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCodePoint(...bytes))}`;
}
