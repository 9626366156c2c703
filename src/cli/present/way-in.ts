/** Advice for failed connections. */

import type { NoCatalogError } from "../../reconciler/client/profile.ts";

const ADVICE: readonly (readonly [RegExp, string | ((url: string) => string)])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "The name of the host is not known here: check it, and the DNS."],
  [/^ECONNREFUSED$/, "Nothing listens there: check the port, and that the server runs."],
  [
    /^(?:ECONNRESET|UND_ERR_SOCKET|HPE_\w+)$/,
    (url) => {
      const other = otherScheme(url);
      const what = "The connection was cut: a proxy, a firewall";
      if (!url.startsWith("http:") || other === undefined) return `${what}, or the server itself.`;
      return `${what}, or a server that speaks https there: try ${other}.`;
    },
  ],
  [
    /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/,
    "The server accepted the connection but did not respond: check its log, threads and database. --timeout waits longer.",
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
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/,
    (url) => `The server speaks http there: try ${otherScheme(url) ?? "http in the address"}.`,
  ],
  [/SSL|EPROTO/, "Server and client find no version of TLS that both speak."],
];

const USUAL = "Check the address and that the server runs.";

/** Advice for a failed connection to `url`. */
export function adviceFor({ cause }: Error, url: string): string {
  const { code = "" } = (cause ?? {}) as NodeJS.ErrnoException;
  const advice = ADVICE.find(([pattern]) => pattern.test(code))?.[1] ?? USUAL;
  return typeof advice === "string" ? advice : advice(url);
}

/** Advice for a response that is not a catalog's. */
export function adviceForAnswer({ reason, near }: NoCatalogError, url: string): string {
  if (near !== undefined) return `Give --url ${near}.`;
  if (/ 3\d\d: redirected/.test(reason)) return "Nothing was sent there.";
  const status = reason.search(/\b400\b/);
  const wantsTls = status !== -1 && /HTTPS|TLS|SSL/i.test(reason.slice(status));
  if (wantsTls && url.startsWith("http:"))
    return `The server speaks https there: try ${otherScheme(url)}.`;
  const address = "Check the address: it is that of the service, such as http://host/geoserver";
  return / with a page\b/.test(reason)
    ? `${address}, without a page for browsers in front of it.`
    : `${address}.`;
}

/** The URL with http and https swapped; undefined for an invalid URL. */
function otherScheme(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null) return undefined;
  const rest = url.replace(/^https?:/, "");
  return `${parsed.protocol === "https:" ? "http" : "https"}:${rest}`;
}
