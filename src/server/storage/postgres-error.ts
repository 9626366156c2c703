/** Turns PostgreSQL errors into refusals (PostgreSQL's appendix "Error Codes"). */
import { CatalogError } from "../catalog/errors.ts";
import { connectionProblem, sqlState } from "./postgres-driver.ts";

/** SQLSTATEs of a database that is temporarily unavailable or read-only. */
const AWAY = /^(?:08|57P0[1-5]|53300|25006|25P0[34])/;

/** Our SQLSTATE for a server that others took for gone, or that does not know the current tables. */
export const GONE = "PLB01";

/** The database is a replica: it takes no changes, and may lag behind. */
export class StandbyError extends Error {
  constructor() {
    super("the database is a standby");
    this.name = "StandbyError";
  }
}

export function isAway(error: unknown): boolean {
  return (
    error instanceof StandbyError ||
    connectionProblem(error) !== undefined ||
    AWAY.test(sqlState(error) ?? "")
  );
}

/** The first matching pattern decides. */
const refusals: readonly (readonly [RegExp, (detail: string, cause: unknown) => CatalogError])[] = [
  [/^(?:55P03|40|57014)/, () => busy("Others change the catalog for too long")],
  [/^42P01/, () => busy("What was asked for was changed meanwhile")],
  [/^53[14]00/, () => full()],
  [
    /^53/,
    (detail, cause) => failed("exhausted", `The database is out of means (${detail})`, cause),
  ],
  [
    /^54000/,
    () => new CatalogError("too-large", "A name or path is longer than the catalog keeps"),
  ],
  // No name in a catalog contains U+0000.
  [/^22021/, () => new CatalogError("not-found", "No name holds the character U+0000")],
  [/^(?:XX00[12]|58)/, (detail, cause) => damaged(detail, cause)],
];

/** Turns database errors into refusals, and returns others unchanged. Never contains a password. */
export function asPostgresRefusal(error: unknown): unknown {
  if (isAway(error))
    return failed("busy", "The catalog's database is not there; try again in a moment", error);
  const state = sqlState(error);
  if (state === GONE)
    return new CatalogError("busy", "This server ends, and others go on; ask one of them");
  const refusal = refusals.find(([pattern]) => pattern.test(state ?? ""))?.[1];
  return state === undefined || refusal === undefined
    ? error
    : refusal((error as Error).message, error);
}

/**
 * SQLSTATEs about the server itself: login, privileges, missing database or schema, unsuitable
 * state.
 */
const REFUSING = /^(?:28|3D|3F|42501|0A|55|XX000)/;

/** As `asPostgresRefusal`, for clients of the server, which must not see such errors. */
export function asServerRefusal(error: unknown): unknown {
  const refusal = asPostgresRefusal(error);
  if (refusal !== error || !REFUSING.test(sqlState(error) ?? "")) return refusal;
  const message = "The catalog's database refuses; nothing was changed, and the log says why";
  return failed("busy", message, error);
}

/** The refusal for a change whose outcome is unknown. */
export function unsettled(cause: Error): CatalogError {
  return failed(
    "busy",
    "The catalog's database went away while the change was being made, and it may have been made; look before you send it again",
    cause,
  );
}

/** The refusal for a change that a database crash could undo. */
export function notDurable(problem: string): CatalogError {
  return new CatalogError("busy", `${problem}. Nothing was changed`);
}

/** The refusal for a change that was rolled back when the database went away. */
export function takenBack(cause: Error): CatalogError {
  const message = "The catalog's database went away; nothing was changed; try again in a moment";
  return failed("busy", message, cause);
}

function busy(message: string): CatalogError {
  return new CatalogError("busy", `${message}; try again in a moment`);
}

function full(): CatalogError {
  return new CatalogError("disk-full", "The disk of the database is full; nothing was changed");
}

function failed(code: "busy" | "exhausted", message: string, cause: unknown): CatalogError {
  return new CatalogError(code, message, { cause });
}

function damaged(detail: string, cause: unknown): CatalogError {
  const message = `The catalog's database is damaged (${detail}); the operator of the database has backups`;
  return new CatalogError("catalog-damaged", message, { cause });
}
