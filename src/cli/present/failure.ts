/** Converts errors that end a command to diagnostics; unknown errors are bugs. */
import type { Diagnostic, DiagnosticCode } from "../../model/diagnostic.ts";
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
  const at = `${url}: `;
  if (error instanceof LockError) {
    const { code, message, hint } = error;
    return { code, severity: "error", message: at + message, hint };
  }
  if (error instanceof CredentialsError) {
    const hint = "Check PLUMBLINE_USER and PLUMBLINE_PASSWORD. Nothing more was sent.";
    return { code: "credentials-refused", severity: "error", message: at + error.message, hint };
  }
  if (error instanceof RightsError) return rightsMissing(at + error.message);
  if (error instanceof OtherDialectError) {
    const hint = "Check the address of the target, or what it says of its dialect.";
    return { code: "target-unlike", severity: "error", message: at + error.message, hint };
  }
  if (error instanceof TransportError || error instanceof NoCatalogError) {
    const hint =
      error instanceof TransportError ? adviceFor(error, url) : adviceForAnswer(error, url);
    return { code: "server-unreachable", severity: "error", message: at + error.message, hint };
  }
  return undefined;
}

/** Errors in responses of a catalog. */
function ofAnswers(error: unknown, url: string): Diagnostic | undefined {
  const at = `${url}: `;
  if (error instanceof ReadError && error.status === 401) {
    return { code: "credentials-refused", severity: "error", message: at + error.message };
  }
  if (error instanceof ReadError && error.status === 403) return rightsMissing(at + error.message);
  if (error instanceof ReadError || error instanceof StateError) {
    return { code: "server-refused", severity: "error", message: at + error.message };
  }
  if (error instanceof WireError) {
    const message = `${at}an answer of the server cannot be read: ${error.message}`;
    return { code: "server-refused", severity: "error", message };
  }
  if (error instanceof CopyFailedError) {
    const hint = "This is a bug in Plumbline; plan and apply do without the copy.";
    return { code: "server-refused", severity: "error", message: error.message, hint };
  }
  if (error instanceof RehearsalTooLargeError) {
    const hint = "Plan a part of the estate, or see in the plan what it reaches.";
    return { code: "rehearsal-too-large", severity: "error", message: error.message, hint };
  }
  return undefined;
}

function rightsMissing(message: string): Diagnostic {
  const hint =
    "Give the account a role that administers the catalog, or name another one. Nothing more was sent.";
  return { code: "rights-missing", severity: "error", message, hint };
}

const folderCodes = {
  backup: "backup-failed",
  restore: "restore-refused",
  copy: "copy-refused",
} as const satisfies Readonly<Record<FolderOperation, DiagnosticCode>>;

/** Errors of local files. */
function ofFiles(error: unknown): Diagnostic | undefined {
  const unwritten = unwritable(error);
  if (unwritten !== undefined) return unwritten;
  if (error instanceof DataFolderError) {
    const code = folderCodes[error.operation];
    const { message, hint } = error;
    return { code, severity: "error", message, ...(hint === undefined ? {} : { hint }) };
  }
  if (error instanceof ArtefactChangedError) {
    return { code: "file-unreadable", severity: "error", message: error.message };
  }
  if (error instanceof ManifestsChangedError) {
    const message = `${error.message}. Nothing was changed`;
    const hint = "Apply again once nobody writes them any more.";
    return { code: "manifests-changed", severity: "error", message, hint };
  }
  if (!isOfSystem(error)) return undefined;
  const { message, path } = error as NodeJS.ErrnoException;
  if (path === undefined) return { code: "file-unreadable", severity: "error", message };
  const { where: _named, ...problem } = unreadable(path, error);
  return problem;
}
