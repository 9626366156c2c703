/** The errors of all requests. */
import type { CatalogErrorCode } from "../catalog/errors.ts";

/** Errors of any request: URL, credentials, load. */
export const anyRefusals: readonly CatalogErrorCode[] = [
  "name-invalid",
  "url-too-long",
  "unauthenticated",
  "access-denied",
  "login-throttled",
  "busy",
  "exhausted",
  "disk-failed",
  "catalog-damaged",
  "content-damaged",
  "ending",
  "client-left",
  "cross-site",
];

/** Errors of requests that may have a body. */
export const bodyRefusals: readonly CatalogErrorCode[] = [
  "bad-document",
  "wrong-media-type",
  "too-large",
  "too-slow",
  "disk-full",
];

/** The `geoserver` dialect sends these as problem documents (RFC 9457), as stock servers do. */
export const problemRefusals: ReadonlySet<CatalogErrorCode> = new Set([
  "method-not-allowed",
  "no-endpoint",
  "not-acceptable",
  "wrong-media-type",
]);
