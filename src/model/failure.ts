/**
 * What goes wrong outside of the program is a failure, and says what to do about it: a server that does not answer, a file
 * that cannot be read. Whatever else is thrown is a fault of the program, and is told as one wherever it is caught.
 */
import type { Diagnostic } from "./diagnostic.ts";

/** Base of the errors that are no fault of the program. */
export class Failure extends Error {}

/** Whether it is what the system says of a file, a socket or a process. */
export function isOfSystem(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" && /^E[A-Z\d]+$/.test(code);
}

/** Whether something that was thrown is a fault of the program. */
export function isBug(error: unknown): boolean {
  return !(error instanceof Failure) && !isOfSystem(error);
}

/** Why something failed, in words. Throws a fault of the program again. */
export function reasonOf(error: unknown): string {
  if (isBug(error)) throw error;
  return (error as Error).message;
}

/** A fault of the program as a diagnostic, with the place in its code. */
export function bugDiagnostic(error: unknown): Diagnostic {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return {
    code: "internal-error",
    severity: "error",
    message: `Plumbline failed in a way it should not: ${message}`,
    hint: "This is a bug in Plumbline, and says nothing of the server or the manifests: please report it, with the lines of code.",
    stack,
  };
}

/** What was thrown, as a diagnostic: a failure by its reason, a fault of the program as one. */
export function diagnosed(error: unknown, failure: (reason: string) => Diagnostic): Diagnostic {
  return isBug(error) ? bugDiagnostic(error) : failure((error as Error).message);
}

/** What to note of something that was thrown where work goes on all the same; a fault of the program with its place. */
export function noteOf(error: unknown): string {
  if (!isBug(error)) return (error as Error).message;
  const { message, stack } = bugDiagnostic(error);
  return `${message}\n${stack}`;
}
