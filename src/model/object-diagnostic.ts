/** Diagnostics whose message begins with an object's address. */
import { formatAddress, type Address } from "./address.ts";
import { fault, type Diagnostic, type DiagnosticCode } from "./diagnostic.ts";

/** A diagnostic of an object; `what` follows its address. */
export function objectDiagnostic(
  of: Address,
  { what, ...about }: Pick<Diagnostic, "code" | "severity" | "hint"> & { readonly what: string },
): Diagnostic {
  const address = formatAddress(of);
  return { ...about, message: `${address} ${what}`, address };
}

/** An error of an object; `what` follows its address. */
export function objectFault(
  of: Address,
  code: DiagnosticCode,
  what: string,
  about: Parameters<typeof fault>[2],
): Diagnostic {
  const address = formatAddress(of);
  return fault(code, `${address} ${what}`, { ...about, address });
}
