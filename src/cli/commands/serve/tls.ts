/**
 * The TLS certificate of `plumbline serve`: certificate and key files, read at the start and on a
 * signal.
 */
import { readFile, stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { Logger } from "pino";
import type { Certificate } from "../../../server/front/front.ts";
import type { OpenServer } from "../../../server/options.ts";
import type { ServeFlags } from "../../flags/serve.ts";
import type { Screen } from "../../process/screen.ts";

export interface Tls {
  readonly certificate: Certificate;
  /** Reloads the files on a signal; invalid files change nothing. Returns the handled signals. */
  readonly renewOn: <Signal extends NodeJS.Signals>(
    signal: Signal,
    server: Pick<OpenServer, "renewCertificate">,
    logger: Pick<Logger, "info" | "error">,
  ) => Signal[];
}

/** Group and others. */
const READABLE_BY_OTHERS = 0o044;

/** Undefined without flags. Rejects when a file is missing or the key does not fit. */
export async function openTls(
  { tlsCert, tlsKey }: Pick<ServeFlags, "tlsCert" | "tlsKey">,
  { write }: Screen,
): Promise<Tls | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const certificate = await readCertificate(tlsCert, tlsKey);
  const { mode } = await stat(tlsKey);
  if (process.platform !== "win32" && (mode & READABLE_BY_OTHERS) !== 0)
    write(`Others can read the key ${tlsKey}: chmod 600 ${tlsKey}\n`);
  return {
    certificate,
    renewOn: (signal, server, logger) => {
      const renew = async () => {
        try {
          server.renewCertificate(await readCertificate(tlsCert, tlsKey));
          logger.info(`The certificate in ${tlsCert} is used from now on`);
        } catch (error) {
          const reason = (error as Error).message;
          logger.error(`The certificate stays the one that was read before: ${reason}`);
        }
      };
      process.on(signal, () => void renew());
      return [signal];
    },
  };
}

async function readCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(certFile, "utf8"), readFile(keyFile, "utf8")]);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`${certFile} and ${keyFile} are no certificate with its key: ${reason}`, {
      cause: error,
    });
  }
  return { cert, key };
}
