/**
 * Diagnostics of manifests, plans and servers: what is wrong, where, and the remedy. They are
 * collected and reported together. docs/errors.md is generated from the codes.
 */
import { defined } from "./defined.ts";

/** An error stops the command, a warning does not. */
export type Severity = "error" | "warning" | "info";

/** Line and column count from 1. */
export interface Position {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Every code with its meaning and remedy. */
export const diagnosticCodes = {
  "no-manifests":
    "No manifest was found under the given paths. Plumbline deletes nothing because of it; check the path.",
  "file-unreadable": "A file or folder cannot be read. All manifests count as broken until it can.",
  "file-unwritable": "A file or folder cannot be written.",
  "checkout-unfinished":
    "Git is changing the working tree of the manifests: `.git/index.lock` exists. Wait, or remove the lock file if the Git process that left it has ended.",
  "not-fetched":
    "A file is a Git LFS pointer, or a Git submodule is empty. Run `git lfs pull` or `git submodule update --init`.",
  "merge-conflict": "A file contains markers of an unresolved merge.",
  "manifest-empty":
    "A manifest file is empty or contains only white space. A truncated file looks like this, so Plumbline deletes nothing because of it.",
  "yaml-syntax":
    "The file is not YAML 1.2, or uses something Plumbline refuses (custom tags, merge keys, duplicate keys).",
  "manifest-unknown-kind":
    "`apiVersion` or `kind` is missing or unknown. Mark a file that is not a manifest with `# plumbline: ignore`.",
  "manifest-json":
    "A JSON file below the manifests looks like a manifest; Plumbline reads only YAML.",
  "manifest-invalid": "A field is missing, unknown or of the wrong type.",
  "name-unseen":
    "A name contains an invisible character, or one that reverses text. Plans and reports show U+FFFD instead.",
  "manifest-limit": "A manifest file or tree exceeds a documented bound.",
  "duplicate-address": "Two manifests declare the same object, or the same property of one.",
  "alike-in-case":
    "Two objects have names that differ only in case; a server may store both in one file.",
  "replaced-by-input": "A manifest from standard input replaces one of the estate for this run.",
  "selection-empty":
    "A pattern, label or path selects nothing, or all of them together do. Nothing is done; check the spelling.",
  "reference-missing":
    "A manifest refers to an object that is neither declared nor in the catalog.",
  "object-unknown":
    "A command names an object that does not exist. Addresses are `Kind/name` or `Kind/workspace:name`.",
  "previous-name": "`metadata.previousName` cannot be used, or is no longer needed.",
  "dependency-cycle": "Declared objects require each other in a circle.",
  "artefact-missing": "A file or folder named by a manifest does not exist.",
  "artefact-outside":
    "A file that a manifest names is outside of the repository, or without one outside of the folder of the project file. Move it inside.",
  "artefact-unusable": "A file that a manifest names does not have the declared format.",
  "mapping-invalid": "An app-schema mapping cannot be read or contradicts itself.",
  "mapping-reference": "A mapping names a file that is not in its bundle.",
  "mapping-outside-bundle":
    "A mapping names a file outside its bundle; the server must find it by itself.",
  "mapping-placeholder": "A mapping contains ${...} placeholders that the server must resolve.",
  "mapping-namespace":
    "A mapping maps elements outside of the namespace of its workspace, which a stock server refuses.",
  "mapping-shared":
    "Stores of several workspaces map the same name; a stock server opens only the first of them.",
  "style-invalid": "A style cannot be read.",
  "style-image":
    "An image of a style is missing, is outside of its package, or has the path of another package's image.",
  "passed-over":
    "A style, style sheet or mapping contains something that servers ignore: it is misspelt, or in the wrong place.",
  "draws-nothing": "A rule of a style can never draw, or the whole style draws nothing.",
  "stock-refuses": "A stock server refuses what is declared; other servers accept it.",
  "harms-others":
    "A stock server accepts what is declared, and then shows other objects wrongly or not at all.",
  "role-unknown":
    "An access rule names a role that is not built in and that no manifest declares; in a plan, the server does not have it either.",
  "system-unknown": "No coordinate reference system has that code.",
  "parameter-unknown":
    "A PostGIS store has no connection parameter of that name, but one with a similar name.",
  "store-type-unknown": "Servers know no store type of that name, but one with a similar name.",
  "mosaic-invalid": "The definition of a mosaic is invalid, or contains a setting without effect.",
  "mosaic-granules":
    "A manifest's settings of granules or coverages of a mosaic are impossible, or have no effect.",
  "variable-unused": "A variable has a value and no manifest uses it.",
  "variable-undefined": "A file names a variable that its manifest does not define.",
  "rule-invalid": "An access rule or scope does not have the form of its domain.",
  "rule-outside-scope": "An access rule lies outside the scope its manifest declares.",
  "overlay-invalid": "A document of an overlay cannot be applied.",
  "overlay-unused": "A document of an overlay changes a manifest that does not exist.",
  "declared-and-ignored": "A manifest declares an object that the project file ignores.",
  "target-unknown": "The project file has no such target, or several match.",
  "target-unlike": "A server has another dialect than its target says.",
  "variable-invalid": "A variable has no form, type or name that the project file knows.",
  "data-directory-unusable":
    "The path is not a GeoServer data directory, or is an archive that is damaged, hostile or too large.",
  "data-directory-damaged":
    "Something in a data directory cannot be read, or refers to a missing object. The rest is read and reported.",
  "data-directory-unread":
    "Something in a data directory is not read: no request of the interface shows it, or it is data and no part of a catalog.",
  "backup-failed":
    "A backup failed: the folder contains no catalog, or the backup file would be inside the folder. Nothing was written.",
  "restore-refused":
    "A backup was not restored: it is not a backup, is truncated or damaged, or the target folder is not empty. Nothing was changed.",
  "copy-refused":
    "A catalog was not copied: it is in use, the target is not empty, or one of both cannot be read or written. The source is unchanged, and no copy is left.",
  "line-change":
    "`plumbline doctor --for` found something that a GeoServer line drops or changes. docs/versions.md has the list.",
  "project-invalid": "The project file is not valid.",
  "manifests-changed":
    "The manifests changed just before a plan with deletions was run. Nothing was written; apply again when they are complete.",
  "import-in-the-way":
    "An import would overwrite files, or the folder contains other manifests. Choose an empty folder, or give `--overwrite`.",
  "not-accepted":
    "A change on the server cannot be accepted: nothing differs, the object is not declared, or a manifest cannot express it.",
  "secret-missing": "A reference to a secret has no value.",
  "password-unusable": "A password cannot be used, or is too easy to guess.",
  "keystore-unknown":
    "The current keystore password is neither the current nor the new one of the manifest.",
  "server-unreachable": "The server did not respond, or the response is not that of a catalog.",
  "server-refused": "The server refused a request.",
  "bounds-empty":
    "The server calculated bounds of data that hold nothing, and keeps a box of nothing: its layer has no place on a map. Fill the data and recalculate, or declare the bounds.",
  "tiles-unfinished":
    "Tiles that a server was asked to draw may not all be drawn: the task was ended, or its end was not seen.",
  "server-line":
    "The version of the server belongs to no known line. Plumbline treats it like the nearest line where reading does not tell (docs/versions.md).",
  "field-dropped":
    "This server accepts a field with 200 and drops it, so the plan would never become empty. Nothing is sent for the object.",
  "credentials-refused": "The server refused the user name and password. Nothing more is sent.",
  "rights-missing":
    "The credentials are valid, but the account lacks a right that Plumbline needs. Nothing more is sent.",
  "foreign-object":
    "An object of this name exists but is something else; Plumbline will not replace it.",
  "object-broken":
    "The server cannot show an object, because it refers to a missing object or to something that the server cannot open. Other objects are planned as usual; if the object is declared, its reference is written again.",
  "object-unreadable":
    "The server fails to show an object, or its document cannot be read. Objects that depend on it wait; everything else goes on. If the manifest has another value than was last applied, it is written.",
  "replace-refused":
    "`--replace` names no object that the plan may change, or one that cannot be deleted on its own and created again. Name an address that `plumbline status` lists.",
  "recreate-by-hand":
    "An object needs to be recreated, which `replacePolicy: manual` leaves to you, or it waits for such an object. It is not changed.",
  locked:
    "Another run holds the lock of the estate. Wait with `--lock-timeout`, or end the lock of a run that has certainly ended with `plumbline unlock`.",
  "lock-unreachable": "The lock of the estate cannot be read or written. Nothing is written.",
  "lock-lost":
    "Another run took the lock, or the lock could not be renewed, while a plan ran. The remaining requests are not sent; plan again.",
  "plan-unusable": "A plan file cannot be read, or has an unknown format.",
  "plan-stale":
    "A plan file has expired, is for another server or estate, or differs from the current plan; or a plan does not have the expected digest. Plan again.",
  "owned-meanwhile":
    "Another estate took ownership of an object, or is about to, after this plan was made. Nothing was sent.",
  "rehearsal-too-large": "A plan needs more of the catalog than a rehearsal may copy.",
  "inventory-unsaved":
    "The catalog was changed, but the inventory could not be saved. Apply again: objects that it created are adopted.",
  "history-unsaved":
    "A run could not be added to the history of its estate. Its changes are done and recorded.",
  "journal-unwritten":
    "The cascades of a plan's deletions could not be recorded before the first request, so nothing was done.",
  "journal-unsaved":
    "The journal of this or an earlier run could not be saved. The next apply finds out what is missing.",
  "not-verified": "The catalog was changed, but could not be read back. Plan again.",
  "object-suspended":
    "Watch mode skips an object: its drift came back after it was corrected, or the server refused its requests repeatedly. It is tried again when the manifests change, or when a run is requested.",
  "source-failed":
    "The repository that watch mode follows could not be fetched. Plumbline keeps using the commit that it fetched last, and tries again.",
  "source-behind":
    "Watch mode cannot fetch its branch, and another watch has applied something else meanwhile, perhaps a later commit. Nothing is changed until the branch can be fetched.",
  "source-rewritten":
    "The branch of watch mode no longer contains the commit that was applied last: its history was rewritten. The current commit is applied.",
  "internal-error":
    "Plumbline itself failed. What was done until then is recorded, and a watch tries again; please report it with the shown lines of code.",
  "did-not-converge": "After the apply the server still differs from the manifests.",
} as const satisfies Record<string, string>;

/** A code of the closed list. */
export type DiagnosticCode = keyof typeof diagnosticCodes;

/** A report to the user. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly where?: Position;
  /** Text form of an address. */
  readonly address?: string;
  /** For logs, not for documents. */
  readonly stack?: string;
}

interface DiagnosticAbout {
  readonly hint?: string | undefined;
  readonly where?: Position | undefined;
  readonly address?: string | undefined;
}

/** Builds an error. */
export function fault(
  code: DiagnosticCode,
  message: string,
  about: DiagnosticAbout = {},
): Diagnostic {
  return { code, severity: "error", message, ...defined(about) };
}

/** Builds a warning. */
export function warning(
  code: DiagnosticCode,
  message: string,
  about: DiagnosticAbout = {},
): Diagnostic {
  return { ...fault(code, message, about), severity: "warning" };
}

/** Whether any diagnostic is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** `file:line:column`, as far as known. */
export function formatPosition(where: Position): string {
  return [where.file, where.line, where.column].filter((part) => part !== undefined).join(":");
}

/** Print order: file, line, column, code; those without a place are last. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return sortKey(a) < sortKey(b) ? -1 : 1;
}

function sortKey({ where, code, message }: Diagnostic): string {
  const pad = (value: number | undefined) => String(value ?? 0).padStart(9, "0");
  const place =
    where === undefined ? "\uffff" : `${where.file}\u0000${pad(where.line)}${pad(where.column)}`;
  return `${place}\u0000${code}\u0000${message}`;
}
