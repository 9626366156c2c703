/** What the doctor finds: one line per question. */

/** A question with its answer. */
export interface Finding {
  /** Name of the question, stable for programs. */
  readonly check: string;
  readonly status: "ok" | "warning" | "failed";
  readonly message: string;
  /** What to do about it; undefined where nothing is to be done. */
  readonly advice?: string;
}

/** A question that is answered as it should be. */
export function ok(check: string, message: string): Finding {
  return { check, status: "ok", message };
}

/** An answer that may mean trouble. */
export function warning(check: string, message: string, advice: string): Finding {
  return { check, status: "warning", message, advice };
}

/** An answer with which commands cannot work. */
export function failed(check: string, message: string, advice: string): Finding {
  return { check, status: "failed", message, advice };
}
