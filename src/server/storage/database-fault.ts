/** What SQLite says when something goes wrong, by the numbers of its result codes. */

const codes = { busy: 5 } as const;

/** What went wrong; undefined for what is no fault of the database. */
export type DatabaseFault = keyof typeof codes;

/** The fault that an error tells of. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // Extended codes keep the primary one in their lowest byte.
  const primary = Number(error.errcode) & 0xff;
  return (Object.keys(codes) as DatabaseFault[]).find((name) => codes[name] === primary);
}
