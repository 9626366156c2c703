/** What PostgreSQL says when something goes wrong, as refusals (PostgreSQL's appendix "Error Codes"). */
import { CatalogError } from "../catalog/errors.ts";
import { brokenWay, sqlState } from "./postgres-driver.ts";

/** States in which the database is away, or takes no changes: it may be back in a moment. */
const AWAY = /^(?:08|57P0[1-5]|53300|25006|25P0[34])/;

/** The database that answers follows another one: it takes no changes, and may not have the last ones. */
export class StandbyError extends Error {
  constructor() {
    super("the database is a standby");
    this.name = "StandbyError";
  }
}

/** Whether the database cannot be asked now. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof StandbyError ||
    brokenWay(error) !== undefined ||
    AWAY.test(sqlState(error) ?? "")
  );
}

/** What each state means, the first one that fits. */
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
  // Nothing in a catalog has such a name.
  [/^22021/, () => new CatalogError("not-found", "No name holds the character U+0000")],
  [/^(?:XX00[12]|58)/, (detail, cause) => damaged(detail, cause)],
];

/** An error of the database as a refusal; anything else as it is. Holds no password. */
export function asPostgresRefusal(error: unknown): unknown {
  if (isAway(error))
    return failed("busy", "The catalog's database is not there; try again in a moment", error);
  const state = sqlState(error);
  const refusal = refusals.find(([pattern]) => pattern.test(state ?? ""))?.[1];
  return state === undefined || refusal === undefined
    ? error
    : refusal((error as Error).message, error);
}

/** States in which a database has nothing for a server: logins, rights, what is gone, or does not work as it is now. */
const REFUSING = /^(?:28|3D|3F|42501|0A|55|XX000)/;

/** As `asPostgresRefusal`, for clients of a server, which are none of the database. */
export function asServerRefusal(error: unknown): unknown {
  const refusal = asPostgresRefusal(error);
  if (refusal !== error || !REFUSING.test(sqlState(error) ?? "")) return refusal;
  const message = "The catalog's database refuses; nothing was changed, and the log says why";
  return failed("busy", message, error);
}

/** The refusal for a change of which no database says what became of it. */
export function unsettled(cause: Error): CatalogError {
  return failed(
    "busy",
    "The catalog's database went away while the change was being made, and it may have been made; look before you send it again",
    cause,
  );
}

/** The refusal for a change that a crash of the database could undo, with what is wrong. */
export function notDurable(problem: string): CatalogError {
  return new CatalogError("busy", `${problem}. Nothing was changed`);
}

/** The refusal for a change that the database took back when it went away. */
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
