/** What there is to report about a data directory, collected while it is read. */
import { defined } from "../model/defined.ts";
import { formatAddress, type Address } from "../model/address.ts";
import { compareDiagnostics, type Diagnostic } from "../model/diagnostic.ts";
import { WireError } from "../wire/wire-error.ts";

/** Something about a file of the directory. */
interface About {
  readonly file: string;
  readonly message: string;
  readonly hint?: string;
  readonly address?: Address;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Takes notes; the same one counts once. */
export interface Notes {
  /** Something is broken or refers to nothing. */
  readonly damaged: (about: About) => void;
  /** Something is there that is not read. */
  readonly unread: (about: About) => void;
  /** A file cannot be read. Throws what is no WireError. */
  readonly unreadable: (file: string, error: unknown, address?: Address) => void;
  /** The path of a file as notes have it. */
  readonly placeOf: (file: string) => string;
  /** Everything so far, by file. */
  readonly list: () => readonly Diagnostic[];
}

/**
 * Notes on the directory that was given as `base`; files in them begin with it. `under` is a folder
 * that files are shown in and that is not there.
 */
export function collectNotes(base: string, under = ""): Notes {
  const found = new Map<string, Diagnostic>();
  const placeOf = (file: string) => {
    const inside =
      under !== "" && `${file}/`.startsWith(`${under}/`) ? file.slice(under.length + 1) : file;
    return inside === "" ? base : `${base}/${inside}`;
  };
  const add = (code: Diagnostic["code"], severity: Diagnostic["severity"], about: About) => {
    const { file, message, hint, address, line, column } = about;
    const where = { file: placeOf(file), ...defined({ line, column }) };
    const of = address && formatAddress(address);
    found.set(
      `${code} ${file} ${message}`,
      defined({ code, severity, message, hint, where, address: of }),
    );
  };
  const damaged = (about: About) => add("data-directory-damaged", "warning", about);
  return {
    damaged,
    unread: (about) => add("data-directory-unread", "info", about),
    unreadable: (file, error, address) => {
      if (!(error instanceof WireError)) throw error;
      const { message, line, column } = error;
      damaged(defined({ file, message, line, column, address }));
    },
    placeOf,
    list: () => [...found.values()].toSorted(compareDiagnostics),
  };
}
