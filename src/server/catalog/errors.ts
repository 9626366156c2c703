/** The errors of commands. Only `plugins/errors.ts` turns them into statuses and bodies. */

/** A text, and statuses. */
export type Refusal = readonly [
  text: string,
  documented: number,
  geoserver?: number,
  line228?: number,
];

/**
 * All codes of refused commands: what each means, and the status that `plugins/errors.ts` sends:
 * the documented one, GeoServer's if it differs, and that of line 2.28 if it differs. Texts of one
 * status are joined in descriptions; equal texts appear once. Deviation: no-server-errors.
 */
export const refusals = {
  "access-denied": ["The account may not do this", 403],
  "account-exists": ["There is a user or group of that name", 409, 400, 404],
  "account-unknown": ["A user, group, role or service of that name is not there", 400, 400, 404],
  "bad-document": ["The body cannot be read as what it is called", 400, 500],
  "blob-store-default": [
    "The default blob store stays; make another one the default first",
    403,
    500,
  ],
  "blob-store-in-use": ["Tile layers name it; they let go of it first", 403],
  "bad-map-document": ["The body cannot be read, or has no content type", 400],
  "bad-mapping": ["The mapping does not hold together; the text says where", 422, 500],
  "bad-style-package": ["The SLD of the package cannot be read", 400],
  "bad-style-post": ["The content of the style cannot be read", 400, 500],
  "bad-style-put": ["The content of the style cannot be read", 400],
  busy: ["Too much is under way; come back when Retry-After says", 503],
  "cascade-unasked": [
    "What the other server has is not asked: this one opens no connection",
    422,
    500,
  ],
  "cascaded-in-use": ["What clients see of the layer is there; send recurse=true", 403],
  "cascaded-store-missing": ["There is no such store", 404, 404, 500],
  "cascaded-not-empty": ["The store holds layers; send recurse=true", 409, 401],
  "catalog-damaged": ["The database of the catalog is damaged; the log says where", 500],
  // The client is gone.
  "client-left": ["The client was gone before the answer; nobody hears it", 400],
  "collection-delete": ["The rule to remove is not named", 400, 500],
  "coverage-in-use": ["A layer shows the coverage; send recurse=true", 403],
  "coverage-store-not-empty": ["The store holds coverages; send recurse=true", 409, 401],
  "coverages-unreadable": ["The rasters of the store cannot be read here", 404, 500],
  "content-damaged": ["A content that is kept is not what was stored; it is not shown", 500],
  "cross-site": ["The request writes and comes from another site's page", 403],
  "default-style": ["A default style keeps its name and stays", 409, 500],
  "directory-write": [
    "A folder lies there, or a file where a folder would have to be, or it is the file of the access rules",
    405,
  ],
  "disk-failed": ["The disk fails; the log says how", 500],
  "disk-full": ["The disk has no room for it; nothing was changed", 507],
  "document-database-address": ["The address of the document database is none", 422, 500],
  "document-database-unreachable": ["The document database cannot be reached or refuses", 502, 500],
  "document-ids-invalid": ["An id is no object id", 400, 500],
  "document-schema-empty": ["No document is there to make a schema from", 422, 500],
  "document-stores": ["There is no such store, or nothing says which documents to read", 400],
  ending: ["The server ends; come back when Retry-After says", 503],
  exhausted: ["The server is out of descriptors, threads or memory; come back later", 503],
  "expected-other": ["The body names another workspace or store than the path", 403],
  "feature-type-in-use": ["A layer shows the feature type; send recurse=true", 403],
  "feature-type-unknown": [
    "The type has no name, or the mapping of the store publishes none of it",
    400,
  ],
  "field-missing": ["The body lacks a field that must be there", 400, 500],
  "field-required": ["A field that every object of the kind has is empty or missing", 400],
  "folder-copy": ["Folders are not copied", 405],
  "folder-occupied": ["Files that the server did not write lie where the mosaic would", 409, 500],
  "form-field-missing": ["The form lacks the field that says what is to be done", 400],
  "grid-set-built-in": ["Every tile cache has it; it stays as it is", 403, 500],
  "grid-set-in-use": ["Tile layers use it; they let go of it first", 403],
  "grid-set-invalid": ["It can be no grid set; the text says why", 422, 500],
  "grid-set-unknown": ["A tile layer names a grid set that is not there", 422],
  "group-empty": ["The layer group has no members", 400],
  "group-exists": ["There is a layer group of that name", 409, 500],
  "group-invalid": ["Members, styles, mode or root of the layer group do not fit", 422, 500],
  "group-member-unknown": ["A member of the layer group is not there", 422, 500],
  "group-missing": ["There is no such layer group", 404, 500],
  "harvest-invalid": [
    "What is named is neither a path nor a file: address, or nothing is named",
    400,
  ],
  "harvest-missing": ["What is named is not there", 400],
  "harvest-outside": [
    "What is named lies outside of the folders that the operator allows",
    403,
    400,
  ],
  "harvest-unreadable": ["What is named cannot be read", 400],
  "kind-unknown": ["There are no digests of that kind", 400],
  "keystore-change": ["The old password is wrong, or the new one cannot be used", 422],
  "keystore-field-missing": ["One of both passwords is missing", 400],
  "keystore-not-readable": ["The server is configured not to show the keystore password", 405],
  "keystore-not-writable": ["The keystore password cannot be kept", 405],
  "last-administrator": ["Nobody would be left who can administrate", 409],
  "list-unknown": ["There is no such list", 400, 501],
  "login-throttled": ["Too many logins failed; come back when Retry-After says", 429],
  "mapping-missing": ["The archive holds no mapping", 400],
  "mapped-elsewhere": ["Another store maps one of the names", 409, 500],
  "mapping-changed": ["The mapping was replaced meanwhile", 409, 500],
  "mapping-unreadable": ["The mapping or a schema cannot be read", 400, 500],
  "method-not-allowed": ["The method is not possible here; Allow names those that are", 405],
  "mode-invalid": ["There is no such catalog mode", 422],
  "mode-missing": ["The element mode is missing", 404],
  "name-fixed": ["The name or workspace cannot be changed", 403],
  "name-invalid": ["A name cannot be one, or the path holds what no name can", 400, 500],
  "name-mismatch": ["The body names something else than the path", 400],
  "name-reserved": ["The word stands for the default workspace", 400, 409],
  "name-taken": ["There is one of that name", 409],
  "namespace-exists": ["Another workspace has that name or URI", 409, 500],
  "namespace-not-empty": ["The workspace of the namespace is not empty", 409, 401],
  "no-endpoint": ["Nobody has this path", 404],
  "not-acceptable": ["The form that is asked for cannot be had", 406],
  "not-possible": ["Nobody, or not this account, can have that here", 405],
  "not-found": ["What the path names is not there", 404],
  "operation-unknown": ["There is no such operation", 400, 500],
  "own-password": ["The password cannot be used", 422],
  "own-password-missing": ["The new password is missing", 400],
  "password-refused": ["The password cannot be used", 422, 500],
  "precondition-failed": ["If-Match or If-None-Match does not hold", 412],
  "resource-exists": ["Another feature type or coverage of the workspace has that name", 409, 500],
  "resource-form": ["The suffix of the path asks for a form that cannot be had", 406, 500],
  "query-invalid": ["A parameter of the query is out of range", 400],
  "role-built-in": ["The role is there from the start and stays", 409],
  "role-exists": ["There is a role of that name, or it is the server's own", 409, 400, 404],
  "rule-invalid": ["A key is no rule", 422],
  "rules-exist": ["A rule is there already", 409],
  "rules-unknown": ["A rule is not there", 409],
  "settings-exist": ["The workspace has settings for itself already", 409, 500],
  "settings-missing": ["The workspace is not there, or has no settings for itself", 404, 500],
  "sld-missing": ["The package holds no SLD", 403],
  "store-exists": ["There is a store of that name in the workspace", 409, 500],
  "store-missing": ["What is to be changed, or the store it belongs to, is not there", 404, 500],
  "store-workspace-missing": ["The workspace of the store is not there", 404, 500],
  "store-not-empty": ["The store holds feature types; send recurse=true", 403],
  "store-type": ["The store is of another type, or takes no uploads", 409, 500],
  "style-entry-exists": ["There is a style of that name", 409, 500],
  "style-exists": ["There is a style of that name, or a file in its place", 409, 403],
  "style-in-use": ["A layer uses the style; send recurse=true", 403],
  "style-form": ["The style is written in another language", 406, 500],
  "style-missing": ["There is no such style", 404, 500],
  "style-package-put": ["The package cannot be read, or holds nothing of a style", 400, 500],
  "style-type-unknown-post": ["The content type is that of no style", 415, 500],
  "style-type-unknown-put": ["The content type is that of no style", 400],
  "style-unfound": ["The style has no content", 404, 500],
  "style-unresolved": ["A style that is named is not there", 422, 403],
  "style-untranslatable": ["The style sheet cannot be translated", 409, 500],
  "tile-layer-invalid": ["The name of the tile layer, or its id, does not fit", 400],
  "too-large": [
    "Something is larger than its bound; the text says what and how large it may be",
    413,
  ],
  "too-slow": ["The request came too slowly", 408],
  "truncate-invalid": [
    "The tile layer is not there, or the body is no request to truncate in text/xml",
    400,
  ],
  unauthenticated: ["Credentials are missing or wrong", 401],
  "unlike-type": ["The body is not what its content type says", 415, 500],
  "unsupported-format": ["There is no such upload: another format or method", 400],
  "url-too-long": ["The address is longer than its bound", 414],
  "used-by-group": ["A layer group uses it", 409, 500],
  "workspace-exists": ["There is a workspace of that name", 409],
  "workspace-not-empty": ["The workspace is not empty; send recurse=true", 403],
  "wrong-media-type": ["The content type or content encoding is not taken here", 415],
  "coverage-unknown": ["The mosaic holds no such coverage", 422, 500],
  "coverage-unnamed": ["The body names the coverage and says nothing else of it", 400, 500],
  "filter-invalid": ["The filter cannot be read, or does not fit the granules", 400],
  "filter-missing": ["The filter is missing; INCLUDE means all", 400],
  "harvest-useless": ["No file could be used", 422],
  "index-unreachable": ["The database of the index cannot be reached", 502, 500],
  "index-unusable": ["The database cannot hold the index", 422, 500],
  "mosaic-changed": ["The store holds a mosaic with another schema, index or folder", 409, 500],
  "mosaic-empty": ["The mosaic has no granules yet", 409, 500],
  "mosaic-missing": ["There is no mosaic in the archive or folder", 400],
  "mosaic-unusable": ["The mosaic cannot be used; the text says why", 422, 500],
  "not-harvestable": ["The store holds no mosaic", 405],
  "zip-malformed": ["The archive is broken", 400, 500],
  "zip-not-a-zip": ["The body is no ZIP archive", 415, 500],
} as const satisfies Readonly<Record<string, Refusal>>;

/** The code of a refused command. */
export type CatalogErrorCode = keyof typeof refusals;

/** An error whose message is sent to the client. */
export class CatalogError extends Error {
  readonly code: CatalogErrorCode;
  /** Seconds after which the client may retry. */
  readonly retryAfter: number | undefined;
  /** For the log, where the client's message is fixed and vague. */
  readonly detail: string | undefined;

  constructor(
    code: CatalogErrorCode,
    message: string,
    more: {
      readonly retryAfter?: number;
      readonly detail?: string;
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
