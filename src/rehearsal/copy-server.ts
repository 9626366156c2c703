/**
 * The included server for a rehearsal. Its folder is private and temporary. It does not listen and
 * reaches nothing outside of its folder.
 */
import type { DialectLine, DialectName } from "../model/dialect.ts";
import type { Secret } from "../model/secret.ts";
import type { WireResponse } from "../wire/request.ts";
import { seedMosaics, type SeededMosaic } from "../server/seed.ts";
import { openInnerServer, type InnerRequest } from "../server/temporary.ts";

export interface CopyServer {
  readonly exchange: (request: InnerRequest) => Promise<WireResponse>;
  /** Stores mosaics whose granules are known only by index rows. */
  readonly seed: (mosaics: readonly SeededMosaic[]) => Promise<void>;
  /** Stops the server and removes its folder; safe to repeat. */
  readonly close: () => Promise<void>;
}

export interface CopyServerOptions {
  readonly dialect: DialectName;
  /** The line of a stock server; the newest by default. */
  readonly line?: DialectLine | undefined;
  /** The account of all requests; its password is random. */
  readonly account: string;
  /** A random one by default. */
  readonly keystorePassword: Secret | undefined;
  /** Values for `${name}` in mappings. */
  readonly properties: ReadonlyMap<string, string> | undefined;
}

/** Starts an empty server. Rejects when no folder can be created. */
export async function openCopyServer(options: CopyServerOptions): Promise<CopyServer> {
  const { dialect, line, account, keystorePassword: password, properties } = options;
  const { folder, server, exchange } = await openInnerServer("rehearsal", {
    user: account,
    dialect,
    line,
    version: "rehearsal",
    ...(password === undefined ? {} : { keystore: { password } }),
    ...(properties === undefined ? {} : { properties }),
  });
  return { exchange, seed: (mosaics) => seedMosaics(folder, mosaics), close: server.close };
}
