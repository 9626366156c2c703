/** Redirects. The client follows none, because credentials stay with the named server. */
import type { WireResponse } from "../../wire/request.ts";

const LOGIN =
  /log[-_]?[io]n|sign[-_]?in|\bsso|sso\b|auth(?!or(?!i[sz]))|saml|openid|realms|\bcas\b/i;

export interface Asked {
  /** Address of the service, without `/rest`. */
  readonly service: string;
  readonly url: string;
}

/** Replaces the body of a redirect by words about its target and the address to use. */
export function explainRedirect(response: WireResponse, asked: Asked): WireResponse {
  const { status, headers } = response;
  if (status < 300 || status >= 400 || status === 304) return response;
  return { ...response, body: new TextEncoder().encode(whereWords(headers["location"], asked)) };
}

function whereWords(location: string | undefined, { service, url }: Asked): string {
  if (location === undefined)
    return "redirected, and the answer names no Location: check --url, and what stands before the server";
  const [from, to] = [URL.parse(url), URL.parse(location, url)];
  if (from === null || to === null)
    return "redirected, and what the answer names as its Location is no address: check --url, and what stands before the server";
  // A query or a user name may be a secret.
  const led = to.origin + to.pathname;
  if (led === from.origin + from.pathname)
    return "redirected to itself: what stands before the server does not let the request pass; give --url the address of the server itself";
  const below = from.pathname.slice(URL.parse(service)?.pathname.replace(/\/$/, "").length);
  const path = to.pathname.replace(/\/$/, "");
  const other = to.origin + path.slice(0, -below.length);
  if (path.endsWith(below) && other !== service) return `redirected to ${led}: give --url ${other}`;
  const what = LOGIN.test(to.host + to.pathname)
    ? "that is a page for a login in a browser; give --url an address where the service takes user name and password"
    : "nothing of the service is there; check --url, which is that of the service, such as http://host/geoserver";
  return `redirected to ${led}: ${what}`;
}
