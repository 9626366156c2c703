/**
 * What the included server does not do and others can: without a server at hand a note, in a plan for the
 * included server as grave as it is there, elsewhere nothing (docs/decisions/0088-format-or-included-server.md).
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { FoundObject } from "./kind.ts";

/** What of such problems is to be said; `found` is absent where no server is at hand. */
export function notHere(
  problems: readonly Diagnostic[],
  found: Pick<FoundObject, "context"> | undefined,
): readonly Diagnostic[] {
  if (found === undefined) return problems.map((one) => ({ ...one, severity: "info" }));
  return found.context.server.software === "plumbline" ? problems : [];
}
