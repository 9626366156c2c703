/** Temporary shortages of descriptors, threads or memory, not faults of a file or client. */

/** System error codes. */
const SHORTAGES: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOMEM", "EAGAIN"]);

/** Errors from other threads lose their codes, so the message's start is checked, too. */
export function isShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : (error.message.split(":", 1)[0] ?? "");
  return SHORTAGES.has(code);
}
