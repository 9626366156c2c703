/**
 * The file with the keystore password in clear, readable by its owner only, for unattended starts.
 * A new password lies beside it until the catalog uses it (docs/decisions/0011-keystore.md).
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reveal, secret, type Secret } from "../../model/secret.ts";
import { syncFolder } from "./sync-path.ts";

const NAME = "keystore-password";

/** Changes are on disk when their call returns. */
export interface PasswordFile {
  readonly path: string;
  readonly current: () => Secret | undefined;
  readonly next: () => Secret | undefined;
  /** Writes the next password, which `accept` makes the current one. */
  readonly propose: (password: Secret) => void;
  readonly accept: () => void;
  readonly withdraw: () => void;
}

/** Members throw file system errors. */
export function passwordFile(folder: string): PasswordFile {
  const path = join(folder, NAME);
  const beside = `${path}.next`;
  return {
    path,
    current: () => read(path),
    next: () => read(beside),
    propose: (password) => {
      // An existing file would keep its mode, so it is removed first.
      rmSync(beside, { force: true });
      writeFileSync(beside, `${reveal(password)}\n`, { flag: "wx", mode: 0o600, flush: true });
      syncFolder(folder);
    },
    accept: () => {
      renameSync(beside, path);
      syncFolder(folder);
    },
    withdraw: () => rmSync(beside, { force: true }),
  };
}

function read(path: string): Secret | undefined {
  try {
    const text = readFileSync(path, "utf8").trim();
    return text === "" ? undefined : secret(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
