/**
 * A server with a private temporary folder, which goes away with it. It does not listen by itself;
 * requests reach it inside of the process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reading } from "../model/limits.ts";
import { reveal } from "../model/secret.ts";
import { openSemaphore } from "../model/semaphore.ts";
import { servicePath } from "../wire/paths.ts";
import type { Method, WireResponse } from "../wire/request.ts";
import { makePassword } from "./administrator.ts";
import { openCatalogServer } from "./open.ts";
import type { OpenOptions, OpenServer } from "./options.ts";

/** A request inside of the process. */
export interface InnerRequest {
  readonly method: Method;
  /** A path of `wire/paths.ts` with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mediaType?: string | undefined;
  readonly body?: Uint8Array | string | undefined;
  /** The body may hold a secret. A response may quote it and is not repeated. */
  readonly confidential?: true;
}

export interface TemporaryServer {
  readonly folder: string;
  /** Its `close` also removes the folder, and may be repeated. */
  readonly server: OpenServer;
}

/** `purpose` is part of the folder's name. Rejects as `openCatalogServer` does. */
export async function openTemporaryServer(
  purpose: string,
  options: Omit<OpenOptions, "folder">,
): Promise<TemporaryServer> {
  // Mode 0700: the content may be confidential.
  const folder = mkdtempSync(join(tmpdir(), `plumbline-${purpose}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const discard = () => {
    process.off("exit", remove);
    remove();
  };
  // For a process that ends before the server is closed. Rehearsals may be many at a time.
  if (options.filling !== undefined) process.on("exit", remove);
  try {
    const server = await openCatalogServer({
      keystore: { password: makePassword() },
      ...options,
      folder,
    });
    let ended: Promise<void> | undefined;
    return {
      folder,
      server: { ...server, close: () => (ended ??= server.close().finally(discard)) },
    };
  } catch (error) {
    discard();
    throw error;
  }
}

/** Passwords of a server that does not listen are random and short-lived, so hashing can be cheap. */
const cheap = { memory: 64, passes: 1, parallelism: 1 };

/** As `openTemporaryServer`; all requests are those of the account `user`. */
export async function openInnerServer(
  purpose: string,
  { user, ...options }: Omit<OpenOptions, "folder" | "administrator"> & { readonly user: string },
): Promise<
  TemporaryServer & { readonly exchange: (request: InnerRequest) => Promise<WireResponse> }
> {
  const password = makePassword();
  const opened = await openTemporaryServer(purpose, {
    ...options,
    administrator: { user, password },
    costs: { account: cheap, keystore: cheap },
    isClosed: true,
  });
  const credentials = Buffer.from(`${user}:${reveal(password)}`).toString("base64");
  // A server in the same process queues nothing by itself.
  const flights = openSemaphore(reading.atOnce);
  return {
    ...opened,
    exchange: (request) =>
      flights.run(() => exchange(opened.server.app, request, `Basic ${credentials}`)),
  };
}

async function exchange(
  app: OpenServer["app"],
  { method, path, headers, mediaType, body }: InnerRequest,
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
