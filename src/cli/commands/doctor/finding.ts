/** Findings of the doctor, one per check. */

export interface Finding {
  /** Stable id of the check. */
  readonly check: string;
  readonly status: "ok" | "warning" | "failed";
  readonly message: string;
  /** Absent where no action is needed. */
  readonly advice?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, status: "ok", message };
}

/** A possible problem. */
export function warning(check: string, message: string, advice: string): Finding {
  return { check, status: "warning", message, advice };
}

/** A problem that stops commands. */
export function failed(check: string, message: string, advice: string): Finding {
  return { check, status: "failed", message, advice };
}
