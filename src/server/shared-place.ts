/** Where several servers have their catalog, by what an operator says. */
import { reveal, type Secret } from "../model/secret.ts";
import type { SharedPlace } from "./options.ts";
import { parsePostgresUrl } from "./storage/postgres-url.ts";

/** What an operator says of it. */
export interface GivenPlace {
  /** postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME; the password may be left out. */
  readonly url: Secret;
  /** For a URL that has none. */
  readonly password?: Secret | undefined;
  /** The folder for the files of mosaics, the same for all servers. */
  readonly files: string;
}

/** The place. Throws Error, with a text for the operator that never shows a password. */
export function sharedPlaceOf({ url, password, files }: GivenPlace): SharedPlace {
  const address = parsePostgresUrl(reveal(url));
  const own = reveal(address.password) === "" ? (password ?? address.password) : address.password;
  return { address: { ...address, password: own }, files };
}
