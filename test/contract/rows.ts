/** Rows of the contract tables, and what they are sent to. */
import type { DialectLine, DialectName } from "../../src/model/dialect.ts";
import type { RawRequest, RawResponse } from "../support/servers/http.ts";

/** What an answer must be. Only what is given is checked. */
export interface Expected {
  readonly status: number;
  /** The whole body as text, or a pattern in it; of XML without its layout. */
  readonly text?: string | RegExp;
  /** A pattern in the body as it came. */
  readonly layout?: RegExp;
  /** The whole body as JSON; `BASE` in it stands for the address of the REST root. */
  readonly json?: unknown;
  /** Patterns that must not occur. */
  readonly without?: RegExp;
  /** Headers by lower-case name; null says that the header must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The body byte for byte. */
  readonly bytes?: Uint8Array;
}

/** The answer of each dialect, and that of the line 2.28 where it is another one. */
export type Answers = Readonly<Record<DialectName, Expected>> & { readonly "2.28"?: Expected };

/** An answer that is the same in both dialects, but for the line 2.28. */
export function by228(usual: Expected, line228: Expected): Answers {
  return { documented: usual, geoserver: usual, "2.28": line228 };
}

/** One row: a request and the answer, the same in both dialects or one for each. */
export interface Row {
  /** What it shows; a number in front is the row of the conformance vectors. */
  readonly name: string;
  readonly request: Omit<RawRequest, "path"> & { readonly path: string };
  readonly answer: Expected | Answers;
  /** False for rows that only the included server promises. */
  readonly foreign?: false;
  /** True for rows that mean something only over a socket: the in-process door tidies the path. */
  readonly wire?: true;
  /** For what costs much: the dialect that it is met in, but in a proof. */
  readonly onceIn?: DialectName;
}

/** Where the rows of a table are sent. */
export interface Target {
  readonly base: string;
  readonly send: (request: RawRequest) => Promise<RawResponse>;
  readonly close: () => Promise<void>;
  /** The line that answers by it, where that is known only when it is asked. */
  readonly line?: DialectLine | undefined;
  /** Is notified of each row that was answered as it must be, or otherwise for a known reason. */
  readonly onHeld?: (isKnown: boolean) => void;
}

/** A request with a login, where it has none of its own. */
export function credentials(request: RawRequest, authorization: string): RawRequest {
  const own = Object.keys(request.headers ?? {}).some(
    (header) => header.toLowerCase() === "authorization",
  );
  return own ? request : { ...request, headers: { authorization, ...request.headers } };
}
