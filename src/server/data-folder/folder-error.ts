/** What keeps a backup from being made, or from being restored. */

/** Why: `backup` for the making of one, `restore` for the other way. */
export type FolderOperation = "backup" | "restore";

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
