/** Finds a catalog near a mistyped service address, with one read per candidate. */
import { withoutEnd } from "../../model/trim.ts";
import { restRoot, openClient, type ClientOptions } from "./http.ts";
import { detectServer, NoCatalogError } from "./profile.ts";

/** Suffixes that users copy from a browser or a map client. */
const BEHIND = /\/(?:(?:rest|web|gwc)(?:\/[^]*)?|index\.html|ows|wms|wfs|wcs|wps)$/i;

/** The default context of a stock server. */
const CONTEXT = "/geoserver";

/** The error with the address of a nearby catalog, where one responds. */
export async function withNearby(
  error: NoCatalogError,
  target: Omit<ClientOptions, "loadBody">,
): Promise<NoCatalogError> {
  for (const url of addressesNear(target.url))
    if (await isCatalog({ ...target, url })) return new NoCatalogError(error.reason, url);
  return error;
}

function addressesNear(url: string): readonly string[] {
  const given = new URL(restRoot(url).href.replace(/\/rest$/, ""));
  const path = withoutEnd(new URL(url).pathname, "/");
  const base = path.replace(BEHIND, "");
  const near = base.endsWith(CONTEXT) ? [base] : [base, base + CONTEXT, CONTEXT];
  const tried = withoutEnd(given.pathname, "/");
  return [...new Set(near)].filter((one) => one !== tried).map((one) => given.origin + one);
}

async function isCatalog(options: Omit<ClientOptions, "loadBody">): Promise<boolean> {
  const client = openClient({ ...options, loadBody: () => Promise.reject(new Error("no body")) });
  try {
    await detectServer((request) => client.send(request));
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
