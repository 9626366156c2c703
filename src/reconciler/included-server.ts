/**
 * Limitations of the included server (docs/decisions/0088-format-or-included-server.md): notes
 * without a server, full severity for the included server, dropped for others.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { FoundObject } from "./kind.ts";

/** The problems to report; `found` is absent without a server. */
export function notHere(
  problems: readonly Diagnostic[],
  found: Pick<FoundObject, "context"> | undefined,
): readonly Diagnostic[] {
  if (found === undefined) return problems.map((one) => ({ ...one, severity: "info" }));
  return found.context.server.software === "plumbline" ? problems : [];
}
