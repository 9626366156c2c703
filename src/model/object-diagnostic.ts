/** Diagnostics whose message begins with an object's address. */
import { formatAddress, type Address } from "./address.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** A diagnostic of an object; `what` follows its address. */
export function objectDiagnostic(
  of: Address,
  { what, ...about }: Pick<Diagnostic, "code" | "severity" | "hint"> & { readonly what: string },
): Diagnostic {
  const address = formatAddress(of);
  return { ...about, message: `${address} ${what}`, address };
}
