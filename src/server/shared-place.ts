/** Resolves the operator's settings for a shared catalog. */
import { reveal, type Secret } from "../model/secret.ts";
import type { SharedPlace } from "./options.ts";
import { parsePostgresUrl } from "./storage/postgres-url.ts";

export interface GivenPlace {
  /** postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME; the password may be left out. */
  readonly url: Secret;
  /** Used if the URL has no password. */
  readonly password?: Secret | undefined;
  readonly files: string;
}

/** Throws Error with a message that never contains a password. */
export function sharedPlaceOf({ url, password, files }: GivenPlace): SharedPlace {
  const address = parsePostgresUrl(reveal(url));
  const own = reveal(address.password) === "" ? (password ?? address.password) : address.password;
  return { address: { ...address, password: own }, files };
}
