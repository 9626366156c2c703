/** Parses the URL of a catalog: postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME. */
import { readFileSync } from "node:fs";
import { secret, type Secret } from "../../model/secret.ts";

export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: Secret;
}

/** The address of a catalog. */
export interface CatalogAddress extends PostgresAddress {
  readonly schema: string;
  readonly tls: { readonly authorities: string | undefined } | undefined;
}

const PORT = 5432;
/** Names that never need quotes. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;
const PARAMETERS: ReadonlySet<string> = new Set(["schema", "sslmode", "sslrootcert"]);

/** Whether a text is a database URL instead of a folder. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:/i.test(text);
}

/** Throws Error with a text for the operator that never contains the password. */
export function parsePostgresUrl(text: string): CatalogAddress {
  const url = URL.parse(text);
  if (url === null || !isPostgresUrl(text) || url.hostname === "")
    throw new Error("The catalog must be postgres://USER:PASSWORD@HOST:PORT/DATABASE");
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  if (database === "") throw new Error("The URL of the catalog names no database behind the host");
  if (user === "") throw new Error("The URL of the catalog names no user before the host");
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined)
    throw new Error(
      `The URL of the catalog has a parameter ${unknown}; it may have ${[...PARAMETERS].join(", ")}`,
    );
  const schema = url.searchParams.get("schema") ?? "public";
  if (!SCHEMA.test(schema))
    throw new Error(
      `The schema ${JSON.stringify(schema)} of the catalog must be small letters, digits and _`,
    );
  return {
    host: decoded(url.hostname).replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? PORT : Number(url.port),
    database,
    user,
    password: secret(decoded(url.password)),
    schema,
    tls: tlsOf(url.searchParams),
  };
}

function tlsOf(parameters: URLSearchParams): CatalogAddress["tls"] {
  const mode = parameters.get("sslmode") ?? "disable";
  if (mode === "disable") return undefined;
  if (mode !== "verify-full")
    throw new Error(
      `sslmode ${JSON.stringify(mode)} of the catalog is none of disable and verify-full`,
    );
  const file = parameters.get("sslrootcert");
  return { authorities: file === null ? undefined : readFileSync(file, "utf8") };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("The URL of the catalog holds a % that begins no escape; write it as %25");
  }
}
