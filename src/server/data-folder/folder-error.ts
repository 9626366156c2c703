/** What keeps a backup from being made, or from being restored. */

/** Why: `backup` for the making of one, `restore` for the other way. */
export type FolderFault = "backup" | "restore";

/** A refusal with a text for the operator; `hint` says what to do. */
export class DataFolderError extends Error {
  readonly fault: FolderFault;
  readonly hint: string | undefined;

  constructor(fault: FolderFault, message: string, hint?: string) {
    super(message);
    this.name = "DataFolderError";
    this.fault = fault;
    this.hint = hint;
  }
}
