/** What PostgreSQL says when something goes wrong, as refusals (PostgreSQL's appendix "Error Codes"). */
import { CatalogError } from "../catalog/errors.ts";
import { brokenWay, sqlState } from "./postgres-driver.ts";

/** States in which the database is away, or takes no changes: it may be back in a moment. */
const AWAY = /^(?:08|57P0[1-4]|53300|25006|25P0[34])/;

/** Whether the database cannot be asked now. */
export function isAway(error: unknown): boolean {
  return brokenWay(error) !== undefined || AWAY.test(sqlState(error) ?? "");
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

/** The refusal for a change of which the database did not say what became of it. */
export function unsettled(): CatalogError {
  return new CatalogError(
    "busy",
    "The catalog's database went away while the change was being made; look whether it was made",
  );
}

/** The refusal for a change that the database took back when it went away. */
export function takenBack(): CatalogError {
  return busy("The catalog's database went away; nothing was changed");
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
