/**
 * Failures are errors outside of the program, such as unreachable servers; their message says what
 * to do. All other errors are bugs, and are reported as such.
 */
import type { Diagnostic } from "./diagnostic.ts";

/** Base of errors that are not bugs. */
export class Failure extends Error {}

/** Whether the operating system reports an error. */
export function isOfSystem(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" && /^E[A-Z\d]+$/.test(code);
}

/** Whether a thrown error is a bug. */
export function isBug(error: unknown): boolean {
  return !(error instanceof Failure) && !isOfSystem(error);
}

/** The reason of a failure. Throws bugs again. */
export function reasonOf(error: unknown): string {
  if (isBug(error)) throw error;
  return (error as Error).message;
}

/** The diagnostic of a bug, with its stack. */
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

/** The diagnostic of a failure or bug. */
export function diagnosed(error: unknown, failure: (reason: string) => Diagnostic): Diagnostic {
  return isBug(error) ? bugDiagnostic(error) : failure((error as Error).message);
}

/** The log text of an error; bugs include their stack. */
export function noteOf(error: unknown): string {
  if (!isBug(error)) return (error as Error).message;
  const { message, stack } = bugDiagnostic(error);
  return `${message}\n${stack}`;
}
