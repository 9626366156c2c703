/** Converts errors that end a command to diagnostics; unknown errors are bugs. */
import { fault, type Diagnostic, type DiagnosticCode } from "../../model/diagnostic.ts";
import { TransportError } from "../../wire/request.ts";
import {
  CredentialsError,
  NoCatalogError,
  OtherDialectError,
  RightsError,
} from "../../reconciler/client/profile.ts";
import { isOfSystem } from "../../model/failure.ts";
import { StateError } from "../../reconciler/inventory/state-store.ts";
import { LockError } from "../../reconciler/lock/lease.ts";
import { ArtefactChangedError } from "../../reconciler/manifest/artefacts.ts";
import { unreadable } from "../../reconciler/manifest/find-files.ts";
import { ManifestsChangedError } from "../../reconciler/manifests-changed.ts";
import { CopyFailedError, RehearsalTooLargeError } from "../../rehearsal/rehearsal-error.ts";
import { DataFolderError, type FolderOperation } from "../../server/data-folder/folder-error.ts";
import { ReadError } from "../../wire/reading.ts";
import { WireError } from "../../wire/wire-error.ts";
import { unwritable } from "../process/writing.ts";
import { adviceFor, adviceForAnswer } from "./way-in.ts";

/** The diagnostic of a known error; undefined for others. */
export function asDiagnostic(error: unknown, url: string): Diagnostic | undefined {
  return ofServer(error, url) ?? ofAnswers(error, url) ?? ofFiles(error);
}

/** Errors of the connection, or of an unexpected server. */
function ofServer(error: unknown, url: string): Diagnostic | undefined {
  const at = faultAt(error, url);
  if (error instanceof LockError) return at(error.code, error.hint);
  if (error instanceof CredentialsError)
    return at(
      "credentials-refused",
      "Check PLUMBLINE_USER and PLUMBLINE_PASSWORD. Nothing more was sent.",
    );
  if (error instanceof RightsError) return at("rights-missing", NO_RIGHTS);
  if (error instanceof OtherDialectError)
    return at("target-unlike", "Check the address of the target, or what it says of its dialect.");
  if (error instanceof TransportError) return at("server-unreachable", adviceFor(error, url));
  if (error instanceof NoCatalogError) return at("server-unreachable", adviceForAnswer(error, url));
  return undefined;
}

/** Errors in responses of a catalog. */
function ofAnswers(error: unknown, url: string): Diagnostic | undefined {
  const at = faultAt(error, url);
  if (error instanceof ReadError && error.status === 401) return at("credentials-refused");
  if (error instanceof ReadError && error.status === 403) return at("rights-missing", NO_RIGHTS);
  if (error instanceof ReadError && error.status >= 500) return at("server-refused", BUSY);
  if (error instanceof ReadError || error instanceof StateError) return at("server-refused");
  if (error instanceof WireError) {
    const message = `${url}: an answer of the server cannot be read: ${error.message}`;
    return fault("server-refused", message);
  }
  if (error instanceof CopyFailedError) {
    const hint = "This is a bug in Plumbline; plan and apply do without the copy.";
    return fault("server-refused", error.message, { hint });
  }
  if (error instanceof RehearsalTooLargeError) {
    const hint = "Plan a part of the estate, or see in the plan what it reaches.";
    return fault("rehearsal-too-large", error.message, { hint });
  }
  return undefined;
}

function faultAt(error: unknown, url: string): (code: DiagnosticCode, hint?: string) => Diagnostic {
  return (code, hint) => fault(code, `${url}: ${(error as Error).message}`, { hint });
}

const BUSY =
  "The server is busy, starting or broken: try again, and look at its log and at the proxy in front of it.";

const NO_RIGHTS =
  "Give the account a role that administers the catalog, or name another one. Nothing more was sent.";

const folderCodes = {
  backup: "backup-failed",
  restore: "restore-refused",
  copy: "copy-refused",
} as const satisfies Readonly<Record<FolderOperation, DiagnosticCode>>;

/** Errors of local files. */
function ofFiles(error: unknown): Diagnostic | undefined {
  const unwritten = unwritable(error);
  if (unwritten !== undefined) return unwritten;
  if (error instanceof DataFolderError)
    return fault(folderCodes[error.operation], error.message, { hint: error.hint });
  if (error instanceof ArtefactChangedError) return fault("file-unreadable", error.message);
  if (error instanceof ManifestsChangedError) {
    const message = `${error.message}. Nothing was changed`;
    const hint = "Apply again when the files no longer change.";
    return fault("manifests-changed", message, { hint });
  }
  if (!isOfSystem(error)) return undefined;
  const { message, path } = error as NodeJS.ErrnoException;
  if (path === undefined) return fault("file-unreadable", message);
  const { where: _named, ...problem } = unreadable(path, error);
  return problem;
}
