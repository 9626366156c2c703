/** What runs out for a while and comes back: descriptors, threads, memory. It is no problem of a file or a client. */

/** What systems call it. */
const SHORTAGES: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOMEM", "EAGAIN"]);

/**
 * Whether an error reports a shortage: by its code or, as codes do not come along from other
 * threads, by the beginning of its message.
 */
export function isShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : (error.message.split(":", 1)[0] ?? "");
  return SHORTAGES.has(code);
}
