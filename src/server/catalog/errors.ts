/** The errors of commands. Only `plugins/errors.ts` turns them into statuses and bodies. */
import type { refusals } from "../../model/refusals.ts";

/** The code of a refused command (`model/refusals.ts`). */
export type CatalogErrorCode = keyof typeof refusals;

/** An error whose message is sent to the client. */
export class CatalogError extends Error {
  readonly code: CatalogErrorCode;
  /** Seconds after which the client may retry. */
  readonly retryAfter: number | undefined;
  /** For the log, where the client's message is fixed and vague. */
  readonly detail: string | undefined;

  constructor(
    code: CatalogErrorCode,
    message: string,
    more: {
      readonly retryAfter?: number;
      readonly detail?: string;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "CatalogError";
    this.code = code;
    this.retryAfter = more.retryAfter;
    this.detail = more.detail;
  }
}
