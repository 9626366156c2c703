/**
 * What the lane is reported by the environment: `npm run proof -- --live URL` sets it, and it may be set by
 * hand before `npm test -- test/live`.
 */
/** A running server, and what the lane may do to it. */
export interface LiveSettings {
  /** Address of the service, without `/rest`: http://127.0.0.1:8080/geoserver. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** HOST:PORT of a server that may hold more than a new one does. */
  readonly mayEmpty: string | undefined;
  /** A PostGIS that both the runner and the server reach. */
  readonly database: string | undefined;
  /** File for what is met. */
  readonly record: string | undefined;
  /** Lines of one shape that are kept in it; 3 by default. */
  readonly keeps?: number | undefined;
  /** Whether it opens databases and rasters, as servers do that draw maps; it does by default. */
  readonly opens?: boolean | undefined;
}

/** What was asked for cannot be done; the message is for people. */
export class LiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LiveError";
  }
}

/** Of each shape: one, and two to compare it with. */
export const KEPT = 3;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Address of the server under test: PLUMBLINE_LIVE_URL, or its alias PLUMBLINE_CONTRACT_URL; undefined
 * when tests run against servers of their own.
 */
export function liveUrl(environment: Environment): string | undefined {
  const { PLUMBLINE_LIVE_URL: live, PLUMBLINE_CONTRACT_URL: alias } = environment;
  return [live, alias].find((url) => url !== undefined && url !== "");
}

/** Reads the environment. Gives nothing without an address; throws LiveError where something is missing. */
export function liveSettings(environment: Environment): LiveSettings | undefined {
  const address = liveUrl(environment);
  if (address === undefined) return undefined;
  const { PLUMBLINE_USER: user, PLUMBLINE_PASSWORD: password } = environment;
  if (user === undefined || password === undefined)
    throw new LiveError(
      "The lane needs an administrator of the server: set PLUMBLINE_USER and PLUMBLINE_PASSWORD.",
    );
  return {
    url: serviceOf(address),
    user,
    password,
    mayEmpty: environment["PLUMBLINE_LIVE_MAY_EMPTY"],
    database: checkedDatabase(environment["PLUMBLINE_LIVE_DATABASE"]),
    record: environment["PLUMBLINE_LIVE_RECORD"],
    keeps: Number(environment["PLUMBLINE_LIVE_KEEPS"] ?? KEPT),
    opens: environment["PLUMBLINE_LIVE_OPENS"] !== "no",
  };
}

function serviceOf(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new LiveError(`${address} is no address of a server: http://HOST:PORT/geoserver is one.`);
  const { origin, pathname, username, password } = new URL(address);
  if (username + password !== "")
    throw new LiveError(
      "The address of the server must not hold credentials: set PLUMBLINE_USER and PLUMBLINE_PASSWORD.",
    );
  return `${origin}${pathname.replace(/(?:\/rest)?\/*$/, "")}`;
}

function checkedDatabase(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (!URL.canParse(address) || !/^postgres(?:ql)?:$/.test(new URL(address).protocol))
    throw new LiveError(
      "What names the database of the lane is no address: postgres://USER:PASSWORD@HOST:PORT/DATABASE is one.",
    );
  return address;
}

/** HOST:PORT of an address, the port always written. */
export function hostPortOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === "" ? { "http:": "80", "https:": "443" }[protocol] : port}`;
}
