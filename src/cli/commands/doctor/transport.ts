/** What the doctor asks of the way to the server: encryption, certificate, and why nobody answers. */
import { connect, type PeerCertificate } from "node:tls";
import { TransportError } from "../../../wire/request.ts";
import { adviceFor } from "../../present/way-in.ts";
import type { Target } from "../../settings/settings.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;

/** Days before its end from which a certificate is spoken of. */
const EARLY_DAYS = 21;

/** Why nothing came back from an address. */
export function unreachable(error: TransportError, url: string): Finding {
  return failed("reach", error.message, adviceFor(error, url));
}

/** Whether others can read what is sent, and for how long they cannot. */
export async function examineEncryption(target: Target): Promise<Finding> {
  const url = new URL(target.url);
  if (url.protocol === "https:") return examineCertificate(url);
  if (/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname))
    return ok("tls", "not encrypted, and does not leave this machine");
  const advice = "Use https, or a tunnel: user name and password go over the network readable.";
  return warning("tls", `${url.host} is reached without encryption`, advice);
}

async function examineCertificate(url: URL): Promise<Finding> {
  const found = await certificateOf(url);
  const end = Date.parse(found?.valid_to ?? "");
  if (Number.isNaN(end)) {
    const advice = "Look at it with openssl s_client.";
    return warning("tls", "the certificate could not be looked at", advice);
  }
  const day = new Date(end).toISOString().slice(0, 10);
  const days = Math.floor((end - Date.now()) / DAY_MS);
  if (days >= EARLY_DAYS) return ok("tls", `encrypted; the certificate is valid until ${day}`);
  const message = `the certificate ends on ${day}`;
  return warning("tls", message, "Renew it before, or nothing can be applied.");
}

/** The certificate that a server shows; whether it is to be trusted is decided by the client. */
function certificateOf({ hostname, port }: URL): Promise<PeerCertificate | undefined> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const options = { host, servername: host, port: Number(port || 443), rejectUnauthorized: false };
  return new Promise((resolve) => {
    const socket = connect(options, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    const giveUp = () => {
      resolve(undefined);
      socket.destroy();
    };
    socket.setTimeout(TIMEOUT_MS, giveUp).on("error", giveUp);
  });
}
