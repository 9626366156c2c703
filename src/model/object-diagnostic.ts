/** Diagnostics of objects: they begin with the address. */
import { formatAddress, type Address } from "./address.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** What is said of an object; `what` follows its address. */
export function objectDiagnostic(
  of: Address,
  { what, ...about }: Pick<Diagnostic, "code" | "severity" | "hint"> & { readonly what: string },
): Diagnostic {
  const address = formatAddress(of);
  return { ...about, message: `${address} ${what}`, address };
}
