/** Turns SQLite errors, by primary result code, into refusals. */
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";

const codes = {
  busy: [5, 6],
  full: [13],
  exhausted: [7, 14],
  damaged: [11, 26],
  failed: [10],
} as const;

export type DatabaseErrorCode = keyof typeof codes;

/** Undefined for anything but a SQLite error. */
export function databaseErrorCode(error: unknown): DatabaseErrorCode | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // Extended codes hold the primary code in their lowest byte.
  const primary = Number(error.errcode) & 0xff;
  const names = Object.keys(codes) as DatabaseErrorCode[];
  return names.find((name) => (codes[name] as readonly number[]).includes(primary));
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
  if (problem === undefined || !(error instanceof Error)) return error;
  const { code, message } = refusals[problem];
  return new CatalogError(code, message(error.message), { cause: error });
}

/** Advice about damage, as the end of a sentence. */
export const WHAT_TO_DO = "the operator finds out more by plumbline check --data, and has backups";

const refusals: Readonly<
  Record<
    DatabaseErrorCode,
    { readonly code: CatalogErrorCode; readonly message: (detail: string) => string }
  >
> = {
  busy: { code: "busy", message: () => "Another process changes the catalog's database" },
  full: {
    code: "disk-full",
    message: () => "The disk of the catalog is full; nothing was changed",
  },
  exhausted: { code: "exhausted", message: (detail) => `The server is out of means (${detail})` },
  damaged: {
    code: "catalog-damaged",
    message: (detail) => `The catalog's database is damaged (${detail}); ${WHAT_TO_DO}`,
  },
  failed: {
    code: "disk-failed",
    message: (detail) =>
      `The disk of the catalog fails (${detail}); look whether the change was made, and at the server's log`,
  },
};
