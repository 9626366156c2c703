/**
 * The included server for a rehearsal. Its folder is private and temporary. It does not listen and
 * reaches nothing outside of its folder.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DialectLine, DialectName } from "../model/dialect.ts";
import { rehearsal as limits } from "../model/limits.ts";
import { secret, type Secret } from "../model/secret.ts";
import { openSemaphore } from "../model/semaphore.ts";
import { servicePath } from "../wire/paths.ts";
import type { Method, WireResponse } from "../wire/request.ts";
import { openCatalogServer } from "../server/open.ts";
import { seedMosaics, type SeededMosaic } from "../server/seed.ts";

export interface CopyRequest {
  readonly method: Method;
  /** A path of `wire/paths.ts` with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mediaType?: string | undefined;
  readonly body?: Uint8Array | string | undefined;
  /** The body may hold a secret. A response may quote it and is not repeated. */
  readonly confidential?: true;
}

export interface CopyServer {
  readonly exchange: (request: CopyRequest) => Promise<WireResponse>;
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
  readonly keystorePassword: Secret | undefined;
  /** Values for `${name}` in mappings. */
  readonly properties: ReadonlyMap<string, string> | undefined;
}

/** Passwords are random and short-lived, so hashing can be cheap. */
const cheap = { memory: 64, passes: 1, parallelism: 1 };

const PASSWORD_BYTES = 24;

/** A random password that is not stored. */
export function anyPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString("base64url");
}

/** Starts an empty server. Rejects when no folder can be created. */
export async function openCopyServer(options: CopyServerOptions): Promise<CopyServer> {
  const { dialect, line, account, keystorePassword, properties } = options;
  // Mode 0700: the content may be confidential.
  const folder = await mkdtemp(join(tmpdir(), "plumbline-rehearsal-"));
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    const password = anyPassword();
    const server = await openCatalogServer({
      folder,
      dialect,
      line,
      administrator: { user: account, password: secret(password) },
      keystore: { password: keystorePassword ?? secret(anyPassword()) },
      costs: { account: cheap, keystore: cheap },
      version: "rehearsal",
      isClosed: true,
      ...(properties === undefined ? {} : { properties }),
    });
    const authorization = `Basic ${Buffer.from(`${account}:${password}`).toString("base64")}`;
    // A server in the same process queues nothing by itself.
    const flights = openSemaphore(limits.readsAtOnce);
    let ended: Promise<void> | undefined;
    const end = async () => {
      try {
        await server.close();
      } finally {
        await discard();
      }
    };
    return {
      exchange: (request) => flights.run(() => exchange(server.app, request, authorization)),
      seed: (mosaics) => seedMosaics(folder, mosaics),
      close: () => (ended ??= end()),
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function exchange(
  app: Awaited<ReturnType<typeof openCatalogServer>>["app"],
  { method, path, headers, mediaType, body }: CopyRequest,
  authorization: string,
): Promise<WireResponse> {
  const answer = await app.inject({
    method,
    url: servicePath(path),
    headers: {
      authorization,
      ...(mediaType === undefined ? {} : { "content-type": mediaType }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: Buffer.from(body) }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers as WireResponse["headers"],
    body: answer.rawPayload,
  };
}
