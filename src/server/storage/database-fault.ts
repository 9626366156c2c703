/** What SQLite says when something goes wrong, as refusals. The numbers are those of its result codes. */
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";

const codes = {
  busy: [5, 6],
  full: [13],
  exhausted: [7, 14],
  damaged: [11, 26],
  failed: [10],
} as const;

/** What went wrong: the disk is full or fails, the file is damaged, memory or descriptors ran out. */
export type DatabaseFault = keyof typeof codes;

/** The fault that an error tells of; undefined for what is no fault of the database. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // Extended codes keep the primary one in their lowest byte.
  const primary = Number(error.errcode) & 0xff;
  const names = Object.keys(codes) as DatabaseFault[];
  return names.find((name) => (codes[name] as readonly number[]).includes(primary));
}

/** A fault of the database as a refusal; anything else as it is. */
export function asRefusal(error: unknown): unknown {
  const fault = databaseFault(error);
  if (fault === undefined || !(error instanceof Error)) return error;
  const { code, says } = refusals[fault];
  return new CatalogError(code, says(error.message), { cause: error });
}

/** What to do about damage, as the end of a sentence. */
export const WHAT_TO_DO = "the operator finds out more by plumbline check --data, and has backups";

/** Code and text of the refusal for each fault, told what SQLite said. */
const refusals: Readonly<
  Record<
    DatabaseFault,
    { readonly code: CatalogErrorCode; readonly says: (said: string) => string }
  >
> = {
  busy: { code: "busy", says: () => "Another process changes the catalog's database" },
  full: {
    code: "disk-full",
    says: () => "The disk of the catalog is full; nothing was changed",
  },
  exhausted: { code: "exhausted", says: (said) => `The server is out of means (${said})` },
  damaged: {
    code: "catalog-damaged",
    says: (said) => `The catalog's database is damaged (${said}); ${WHAT_TO_DO}`,
  },
  failed: {
    code: "disk-failed",
    says: (said) =>
      `The disk of the catalog fails (${said}); look whether the change was made, and at the server's log`,
  },
};
