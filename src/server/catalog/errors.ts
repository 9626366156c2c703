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
  | "blob-store-default"
  | "blob-store-in-use"
  | "bad-map-document"
  | "bad-mapping"
  | "bad-style-package"
  | "bad-style-post"
  | "bad-style-put"
  | "busy"
  | "cascade-unasked"
  | "cascaded-in-use"
  | "cascaded-not-empty"
  | "cascaded-store-missing"
  | "catalog-damaged"
  | "client-left"
  | "collection-delete"
  | "coverage-in-use"
  | "coverage-store-not-empty"
  | "coverage-unknown"
  | "coverage-unnamed"
  | "coverages-unreadable"
  | "content-damaged"
  | "cross-site"
  | "default-style"
  | "directory-write"
  | "disk-failed"
  | "disk-full"
  | "document-database-address"
  | "document-database-unreachable"
  | "document-ids-invalid"
  | "document-schema-empty"
  | "document-stores"
  | "ending"
  | "exhausted"
  | "expected-other"
  | "feature-type-in-use"
  | "feature-type-unknown"
  | "field-missing"
  | "field-required"
  | "filter-invalid"
  | "filter-missing"
  | "folder-copy"
  | "folder-occupied"
  | "form-field-missing"
  | "grid-set-built-in"
  | "grid-set-in-use"
  | "grid-set-invalid"
  | "grid-set-unknown"
  | "group-empty"
  | "group-exists"
  | "group-invalid"
  | "group-member-unknown"
  | "group-missing"
  | "harvest-invalid"
  | "harvest-missing"
  | "harvest-outside"
  | "harvest-unreadable"
  | "harvest-useless"
  | "index-unreachable"
  | "index-unusable"
  | "keystore-change"
  | "keystore-field-missing"
  | "keystore-not-readable"
  | "keystore-not-writable"
  | "kind-unknown"
  | "last-administrator"
  | "list-unknown"
  | "login-throttled"
  | "mapped-elsewhere"
  | "mapping-changed"
  | "mapping-missing"
  | "mapping-unreadable"
  | "method-not-allowed"
  | "mode-invalid"
  | "mode-missing"
  | "mosaic-changed"
  | "mosaic-empty"
  | "mosaic-missing"
  | "mosaic-unusable"
  | "name-fixed"
  | "name-invalid"
  | "name-mismatch"
  | "name-reserved"
  | "name-taken"
  | "namespace-exists"
  | "namespace-not-empty"
  | "no-endpoint"
  | "not-acceptable"
  | "not-found"
  | "not-harvestable"
  | "not-possible"
  | "operation-unknown"
  | "own-password"
  | "own-password-missing"
  | "password-refused"
  | "precondition-failed"
  | "query-invalid"
  | "resource-exists"
  | "resource-form"
  | "role-built-in"
  | "role-exists"
  | "rule-invalid"
  | "rules-exist"
  | "rules-unknown"
  | "settings-exist"
  | "settings-missing"
  | "sld-missing"
  | "store-exists"
  | "store-missing"
  | "store-workspace-missing"
  | "store-not-empty"
  | "store-type"
  | "style-entry-exists"
  | "style-exists"
  | "style-in-use"
  | "style-form"
  | "style-missing"
  | "style-package-put"
  | "style-type-unknown-post"
  | "style-type-unknown-put"
  | "style-unfound"
  | "style-unresolved"
  | "style-untranslatable"
  | "tile-layer-invalid"
  | "too-large"
  | "too-slow"
  | "truncate-invalid"
  | "unauthenticated"
  | "unlike-type"
  | "unsupported-format"
  | "url-too-long"
  | "used-by-group"
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
    more: {
      readonly retryAfter?: number;
      readonly detail?: string;
      /** What went wrong, where that is an error of the machine. */
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "CatalogError";
    this.code = code;
    this.retryAfter = more.retryAfter;
    this.detail = more.detail;
  }
}
