/**
 * Everything a command can refuse, as a closed list. Statuses and bodies are none of the
 * catalog's business: `plugins/errors.ts` alone translates.
 */

/** Why a command was refused. */
export type CatalogErrorCode =
  | "access-denied"
  | "account-exists"
  | "account-unknown"
  | "bad-document"
  | "bad-mapping"
  | "bad-map-document"
  | "bad-style-package"
  | "bad-style-post"
  | "bad-style-put"
  | "busy"
  | "collection-delete"
  | "coverage-in-use"
  | "coverage-store-not-empty"
  | "coverages-unreadable"
  | "default-style"
  | "directory-write"
  | "disk-full"
  | "document-database-address"
  | "document-database-unreachable"
  | "document-ids-invalid"
  | "document-schema-empty"
  | "document-stores"
  | "expected-other"
  | "feature-type-in-use"
  | "feature-type-unknown"
  | "field-missing"
  | "folder-copy"
  | "group-empty"
  | "group-exists"
  | "group-invalid"
  | "group-member-unknown"
  | "group-missing"
  | "kind-unknown"
  | "keystore-change"
  | "keystore-field-missing"
  | "keystore-not-readable"
  | "keystore-not-writable"
  | "last-administrator"
  | "login-throttled"
  | "mapping-missing"
  | "mapping-changed"
  | "mapping-unreadable"
  | "mapped-elsewhere"
  | "method-not-allowed"
  | "mode-invalid"
  | "mode-missing"
  | "name-fixed"
  | "name-invalid"
  | "namespace-exists"
  | "namespace-not-empty"
  | "not-acceptable"
  | "not-found"
  | "operation-unknown"
  | "own-password"
  | "own-password-missing"
  | "password-refused"
  | "precondition-failed"
  | "resource-exists"
  | "query-invalid"
  | "role-built-in"
  | "role-exists"
  | "rule-invalid"
  | "rules-exist"
  | "rules-unknown"
  | "sld-missing"
  | "store-exists"
  | "store-missing"
  | "store-not-empty"
  | "store-type"
  | "style-entry-exists"
  | "style-exists"
  | "style-in-use"
  | "style-missing"
  | "style-package-put"
  | "style-type-unknown-post"
  | "style-type-unknown-put"
  | "style-unresolved"
  | "too-large"
  | "too-slow"
  | "unauthenticated"
  | "unlike-type"
  | "url-too-long"
  | "used-by-group"
  | "unsupported-format"
  | "workspace-exists"
  | "workspace-not-empty"
  | "wrong-media-type"
  | "zip-malformed"
  | "zip-not-a-zip";

/** A refusal; the message is meant for the client. */
export class CatalogError extends Error {
  readonly code: CatalogErrorCode;
  /** Seconds after which the same request may be granted. */
  readonly retryAfter: number | undefined;
  /** What is said to the log, where the message for the client is fixed and says little. */
  readonly detail: string | undefined;

  constructor(
    code: CatalogErrorCode,
    message: string,
    more: { readonly retryAfter?: number; readonly detail?: string } = {},
  ) {
    super(message);
    this.name = "CatalogError";
    this.code = code;
    this.retryAfter = more.retryAfter;
    this.detail = more.detail;
  }
}
