/** Who has logged in with this browser. */
import { RestError } from "./reading.ts";
import { addressOf, ask, ASKS_ITSELF, refusalIn } from "./rest.ts";

/** Somebody who has logged in. */
export interface User {
  readonly name: string;
  /** Whether the account administrates: others are not shown what only administrators may read. */
  readonly administrates: boolean;
}

interface SessionDocument {
  readonly user: string | null;
  readonly administrator: boolean;
}

/** Who has logged in; undefined for nobody. */
export async function currentUser(): Promise<User | undefined> {
  return send("GET", {});
}

/** Logs in. Rejects with RestError: 401 where the password is wrong, 429 where it is too early to try again. */
export async function logIn(name: string, password: string): Promise<User | undefined> {
  return send("POST", { Authorization: basic(name, password) });
}

/** Logs out; also where the session was over already. */
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

/** Credentials in UTF-8. */
function basic(name: string, password: string): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCodePoint(...bytes))}`;
}
