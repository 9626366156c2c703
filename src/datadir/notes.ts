/** Collects diagnostics while a data directory is read. */
import { defined } from "../model/defined.ts";
import { formatAddress, type Address } from "../model/address.ts";
import { compareDiagnostics, type Diagnostic } from "../model/diagnostic.ts";
import { WireError } from "../wire/wire-error.ts";

interface About {
  readonly file: string;
  readonly message: string;
  readonly hint?: string;
  readonly address?: Address;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Collects diagnostics; equal ones count once. */
export interface Notes {
  /** Reports broken content or references. */
  readonly damaged: (about: About) => void;
  /** Reports unread content. */
  readonly unread: (about: About) => void;
  /** Reports an unreadable file. Rethrows errors other than WireError. */
  readonly unreadable: (file: string, error: unknown, address?: Address) => void;
  readonly placeOf: (file: string) => string;
  /** All diagnostics, sorted by file. */
  readonly list: () => readonly Diagnostic[];
}

/**
 * Paths begin with `base`, the path that the user gave. `under` is a virtual folder, which is
 * removed from paths.
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
