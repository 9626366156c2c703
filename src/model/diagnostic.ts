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
    "No manifest was found under the given paths. Nothing is ever deleted on that ground; check the path.",
  "file-unreadable":
    "A file or folder could not be read. The whole load counts as broken until it can.",
  "file-unwritable": "A file or folder that was to be written cannot be.",
  "checkout-unfinished":
    "Git is changing the working tree that the manifests lie in: `.git/index.lock` is there. Wait, or remove the lock file if the Git process that left it has ended.",
  "not-fetched":
    "A Git LFS pointer stands in the place of a file, or a Git submodule is empty. Fetch it with `git lfs pull` or `git submodule update --init`.",
  "merge-conflict": "A file holds the markers of an unresolved merge.",
  "manifest-empty":
    "A manifest file is empty or contains only white space. A truncated file looks like this, so Plumbline deletes nothing because of it.",
  "yaml-syntax":
    "The file is not YAML 1.2, or uses something Plumbline refuses (custom tags, merge keys, duplicate keys).",
  "manifest-unknown-kind":
    "`apiVersion` or `kind` is missing or unknown. Mark a file that is no manifest with `# plumbline: ignore`.",
  "manifest-json": "A JSON file below the manifests is written as a manifest, and is not read.",
  "manifest-invalid": "A field is missing, unknown or of the wrong type.",
  "name-unseen":
    "A name holds a character that nobody sees or that turns text around. Plans and reports show U+FFFD in its place.",
  "manifest-limit": "A manifest file or tree exceeds a documented bound.",
  "duplicate-address": "Two manifests declare the same object, or the same property of one.",
  "alike-in-case":
    "Two objects have names that differ only in case, and a server may keep both in one file.",
  "replaced-by-input":
    "A manifest from standard input stands in the place of one of the estate, for this run.",
  "selection-empty":
    "A pattern, label or path selects nothing, or all of them together do. Nothing is done: it may be misspelt.",
  "reference-missing":
    "A manifest names an object that no manifest declares and the catalog does not hold.",
  "object-unknown":
    "A command names an object that is not there. Addresses are `Kind/name` or `Kind/workspace:name`.",
  "previous-name": "`metadata.previousName` cannot be followed, or is not needed any more.",
  "dependency-cycle": "Declared objects require each other in a circle.",
  "artefact-missing": "A file or folder named by a manifest does not exist.",
  "artefact-outside":
    "A file that a manifest names lies outside of the repository, or of the folder of the project file where there is none. Move it inside.",
  "artefact-unusable": "A file named by a manifest cannot be what it is declared to be.",
  "mapping-invalid": "An app-schema mapping cannot be read or contradicts itself.",
  "mapping-reference": "A mapping names a file that is not in its bundle.",
  "mapping-outside-bundle":
    "A mapping names a file outside its bundle; the server must find it by itself.",
  "mapping-placeholder": "A mapping holds ${...} placeholders that the server must resolve.",
  "mapping-namespace":
    "A mapping maps elements outside of the namespace of its workspace, which a stock server refuses.",
  "mapping-shared":
    "Stores of several workspaces map one name; a stock server opens the first of them only.",
  "style-invalid": "A style cannot be read.",
  "style-image":
    "An image of a style is missing, would not arrive, or collides with another package's image.",
  "passed-over":
    "A style, style sheet or mapping holds something that servers pass over: it is misspelt, or stands where nobody reads it.",
  "draws-nothing": "A rule of a style can never draw, or nothing in a style does.",
  "stock-refuses": "A stock server refuses what is declared, although others take it.",
  "harms-others":
    "A stock server takes what is declared, and then shows other objects badly or not at all.",
  "role-unknown":
    "An access rule names a role that is not built in and that no manifest declares; in a plan, the server does not have it either.",
  "system-unknown": "There is no coordinate reference system of that code.",
  "parameter-unknown":
    "A PostGIS store has no connection parameter of that name, but one of nearly the same.",
  "store-type-unknown": "Servers know no type of stores of that name, but one of nearly the same.",
  "mosaic-invalid":
    "The definition of a mosaic cannot be used as it is, or says something that has no effect.",
  "mosaic-granules":
    "What a manifest says of the granules or coverages of a mosaic cannot be done, or has no effect.",
  "variable-unused": "A variable has a value and no manifest uses it.",
  "variable-undefined": "A file names a variable that its manifest does not define.",
  "rule-invalid": "An access rule or scope is not of the form that its domain has.",
  "rule-outside-scope": "An access rule lies outside the scope its manifest declares.",
  "overlay-invalid": "A document of an overlay cannot be applied.",
  "overlay-unused": "A document of an overlay changes a manifest that is not there.",
  "declared-and-ignored": "A manifest declares what the project file ignores.",
  "target-unknown": "The project file has no such target, or it is not clear which one is meant.",
  "target-unlike": "A server has another dialect than its target says.",
  "variable-invalid": "A variable has no form, type or name that the project file knows.",
  "data-directory-unusable":
    "What was given is no GeoServer data directory, or is an archive that is damaged, hostile or beyond its bounds.",
  "data-directory-damaged":
    "Something in a data directory cannot be read, or refers to what is not there. The rest is read; what was made of it is reported.",
  "data-directory-unread":
    "Something lies in a data directory that is not read: no request of the interface shows it, or it is data and no part of a catalog.",
  "backup-failed":
    "A backup could not be made: the folder holds no catalog, or the file would lie in it. Nothing was written.",
  "restore-refused":
    "A backup was not restored: it is none, it is cut off or damaged, or the folder for it is not empty. Nothing was changed.",
  "copy-refused":
    "A catalog was not copied: somebody works on it, something is at the place for the copy, or one of both cannot be read or written. The source is as before, and nothing of the copy was kept.",
  "line-change":
    "Something that `plumbline doctor --for` looked at uses what a line of stock servers drops or changes. docs/versions.md lists all of it.",
  "project-invalid": "The project file is not valid.",
  "manifests-changed":
    "The manifests changed while a plan that deletes was about to run. Nothing was written; apply again when they are whole.",
  "import-in-the-way":
    "An import would replace files that are there, or the folder holds other manifests. Choose an empty folder, or give `--overwrite`.",
  "not-accepted":
    "A change on the server cannot be written back: nothing differs, the object is not declared, or its manifest cannot say it.",
  "secret-missing": "A secret reference points at nothing.",
  "password-unusable": "A password cannot be used, or is too easy to guess.",
  "keystore-unknown":
    "The current keystore password is neither the current nor the new one of the manifest.",
  "server-unreachable": "The server did not answer, or answered what no catalog answers.",
  "server-refused": "The server refused a request.",
  "server-line":
    "The version of the server is of no line that is known. Where reading it does not tell what it does, it is taken for one of the nearest line (docs/versions.md).",
  "field-dropped":
    "A server of this line takes a field that it does not know with 200 and drops it, so the plan would never become empty. Nothing is sent for the object.",
  "credentials-refused": "The server refused the user name and password. Nothing more is sent.",
  "rights-missing":
    "The credentials are valid, but the account lacks a right that Plumbline needs. Nothing more is sent.",
  "foreign-object":
    "An object of this name exists but is something else; Plumbline will not replace it.",
  "object-broken":
    "The server holds an object that it cannot show any more, because it refers to something that is not there, or is made of something that the server cannot open. Other objects are planned as ever; one that refers to what is not there is written again where it is declared.",
  "object-unreadable":
    "The server fails when it is asked for an object, or shows it as what cannot be read. What needs it waits, and so does what may be shown only after it; everything else goes on. Where a manifest says another value than was last applied, that is written over it.",
  "recreate-by-hand":
    "An object would have to be recreated, which its `replacePolicy: manual` leaves to people, or it waits for such an object. It is left as it is.",
  locked:
    "Another run holds the lock of the estate. Wait with `--lock-timeout`, or end the lock of a run that is certainly over with `plumbline unlock`.",
  "lock-unreachable":
    "The lock of the estate cannot be read or written, so nobody knows who writes. Nothing is written.",
  "lock-lost":
    "The lock was taken by somebody else, or could not be renewed, while a plan ran. What was left of it is not tried; plan again.",
  "plan-unusable": "A plan file cannot be read, or has a format that this version does not know.",
  "plan-stale":
    "A plan file has expired, is for something else, or is not what would be done now; or a plan has another digest than the expected one. Plan again.",
  "owned-meanwhile":
    "Another estate made an object its own, or is about to, while this one was planned. Nothing was sent.",
  "rehearsal-too-large": "A plan reaches more of the catalog than a rehearsal may copy.",
  "inventory-unsaved":
    "The catalog was changed, but what the estate owns could not be recorded. Apply again: what it made becomes its own.",
  "history-unsaved":
    "A run could not be added to the history of its estate. What it did is done and recorded as owned.",
  "journal-unwritten":
    "What the deletions of a plan cascade to could not be written down before them, so nothing was done.",
  "journal-unsaved":
    "What the cascades of this or an earlier run deleted could not be recorded. The next apply finds out what is missing.",
  "not-verified": "The catalog was changed, but could not be read back. Plan again.",
  "object-suspended":
    "Watch mode skips an object: its drift came back after it was corrected, or the server refused its requests again and again. It is tried again when the manifests change, or when a pass is asked for.",
  "source-failed":
    "The repository that watch mode follows could not be fetched. Plumbline keeps using the commit that it fetched last, and tries again.",
  "source-behind":
    "The branch that watch mode follows could not be fetched, and another watch has applied something else meanwhile, perhaps a later commit. Nothing is changed until the branch can be fetched.",
  "source-rewritten":
    "The branch that watch mode follows does not hold the commit that was applied last: somebody has rewritten its history. What it holds now is applied.",
  "internal-error":
    "Plumbline itself failed. What was done until then is recorded, and a watch tries again; please report it with the lines of code that are shown.",
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
