/** Turns PostgreSQL errors into refusals (PostgreSQL's appendix "Error Codes"). */
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";
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

type Message = string | ((detail: string) => string);

/** The first matching pattern decides. Refusals with a detail are logged with their cause. */
const refusals: readonly (readonly [states: RegExp, code: CatalogErrorCode, message: Message])[] = [
  [/^(?:55P03|40|57014)/, "busy", "Others change the catalog for too long; try again in a moment"],
  [/^42P01/, "busy", "The data was changed in the meantime; try again in a moment"],
  [/^53[14]00/, "disk-full", "The disk of the database is full; nothing was changed"],
  [/^53/, "exhausted", (detail) => `The database is out of means (${detail})`],
  [/^54000/, "too-large", "A name or path is longer than the catalog keeps"],
  // No name in a catalog contains U+0000.
  [/^22021/, "not-found", "No name holds the character U+0000"],
  [
    /^(?:XX00[12]|58)/,
    "catalog-damaged",
    (detail) =>
      `The catalog's database is damaged (${detail}); the operator of the database has backups`,
  ],
];

/** Turns database errors into refusals, and returns others unchanged. Never contains a password. */
export function asPostgresRefusal(error: unknown): unknown {
  if (isAway(error))
    return busy("The catalog's database is not there; try again in a moment", error);
  const state = sqlState(error);
  if (state === GONE) return busy("This server ends, and others go on; ask one of them");
  const refusal = refusals.find(([states]) => states.test(state ?? ""));
  if (refusal === undefined) return error;
  const [, code, message] = refusal;
  return typeof message === "string"
    ? new CatalogError(code, message)
    : new CatalogError(code, message((error as Error).message), { cause: error });
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
  return busy("The catalog's database refuses; nothing was changed, and the log says why", error);
}

/** The refusal for a change whose outcome is unknown. */
export function unsettled(cause: Error): CatalogError {
  return busy(
    "The catalog's database went away while the change was being made, and it may have been made; look before you send it again",
    cause,
  );
}

/** The refusal for a change that a database crash could undo. */
export function notDurable(problem: string): CatalogError {
  return busy(`${problem}. Nothing was changed`);
}

/** The refusal for a change that was rolled back when the database went away. */
export function takenBack(cause: Error): CatalogError {
  const message = "The catalog's database went away; nothing was changed; try again in a moment";
  return busy(message, cause);
}

function busy(message: string, cause?: unknown): CatalogError {
  return new CatalogError("busy", message, { cause });
}
