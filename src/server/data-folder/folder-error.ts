/** Refusals of backups, restores and catalog copies. */

/** `copy` is to or from a database. */
export type FolderOperation = "backup" | "restore" | "copy";

/** A refusal with a text for the operator; `hint` says what to do. */
export class DataFolderError extends Error {
  readonly operation: FolderOperation;
  readonly hint: string | undefined;

  constructor(operation: FolderOperation, message: string, hint?: string) {
    super(message);
    this.name = "DataFolderError";
    this.operation = operation;
    this.hint = hint;
  }
}
