/** What the doctor asks of the way to the server: encryption, certificate, and why nobody answers. */
import { connect, type PeerCertificate } from "node:tls";
import { TransportError } from "../../reconciler/client/http.ts";
import type { Target } from "../settings.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;

/** Days before its end from which a certificate is spoken of. */
const EARLY_DAYS = 21;

/** What to do, by the code of a failed connection. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "The name of the host is not known here: check it, and the DNS."],
  [/^ECONNREFUSED$/, "Nothing listens there: check the port, and that the server runs."],
  [
    /^(?:ECONNRESET|UND_ERR_SOCKET)$/,
    "The connection was cut: a proxy, a firewall, or http spoken to a port of https.",
  ],
  [
    /TIMEOUT|^ETIMEDOUT$|^EHOSTUNREACH$|^ENETUNREACH$/,
    "No way there: check the network and its firewalls.",
  ],
  [/^CERT_HAS_EXPIRED$/, "Renew the certificate of the server."],
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|^CERT_UNTRUSTED$/,
    "The authority of its certificate is not known: name it as tls.ca in the project file, or in NODE_EXTRA_CA_CERTS.",
  ],
  [/ALTNAME/, "The certificate is for another name: use that name in the address."],
  [/SSL|EPROTO/, "What answers there does not speak TLS: check http or https in the address."],
];

/** Why nothing came back. */
export function unreachable(error: TransportError): Finding {
  const code = codeOf(error);
  const advice = ADVICE.find(([pattern]) => pattern.test(code))?.[1];
  return failed("reach", error.message, advice ?? "Check the address and that the server runs.");
}

function codeOf({ cause }: Error): string {
  const { code = "" } = (cause ?? {}) as NodeJS.ErrnoException;
  return code;
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

/** The certificate that a server shows; whether it is to be trusted is judged by the client. */
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
