/** Turns SQLite errors into refusals. */
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";

/** Advice about damage, as the end of a sentence. */
export const WHAT_TO_DO = "the operator finds out more by plumbline check --data, and has backups";

type Message = (detail: string) => string;

/** Primary result codes of SQLite, with what they are refused with. */
const refusals = {
  busy: [[5, 6], "busy", () => "Another process changes the catalog's database"],
  full: [[13], "disk-full", () => "The disk of the catalog is full; nothing was changed"],
  exhausted: [[7, 14], "exhausted", (detail) => `The server is out of means (${detail})`],
  damaged: [
    [11, 26],
    "catalog-damaged",
    (detail) => `The catalog's database is damaged (${detail}); ${WHAT_TO_DO}`,
  ],
  failed: [
    [10],
    "disk-failed",
    (detail) =>
      `The disk of the catalog fails (${detail}); look whether the change was made, and at the server's log`,
  ],
} as const satisfies Readonly<
  Record<string, readonly [readonly number[], CatalogErrorCode, Message]>
>;

type DatabaseErrorCode = keyof typeof refusals;

/** Undefined for anything but a SQLite error. */
export function databaseErrorCode(error: unknown): DatabaseErrorCode | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // Extended codes hold the primary code in their lowest byte.
  const primary = Number(error.errcode) & 0xff;
  const names = Object.keys(refusals) as DatabaseErrorCode[];
  return names.find((name) => (refusals[name][0] as readonly number[]).includes(primary));
}

export class ThreadEndedError extends Error {
  constructor(cause: unknown) {
    super("the thread that changes the catalog's database has ended", { cause });
    this.name = "ThreadEndedError";
  }
}

/** Turns database errors into refusals, and returns others unchanged. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof ThreadEndedError) {
    const message = `The server is out of means (${error.message}); look whether the change was made`;
    return new CatalogError("exhausted", message, { cause: error });
  }
  const problem = databaseErrorCode(error);
  if (problem === undefined) return error;
  const [, code, message] = refusals[problem];
  return new CatalogError(code, message((error as Error).message), { cause: error });
}
