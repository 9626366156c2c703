/** How a stock server says no. */

import type { RecordedId } from "./recorded/rows.ts";

/** A request that is refused: the status, and the message in whatever page it arrives. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  /** The recorded row that says so, and what its text is filled in with. */
  row?: RecordedId;
  values?: Readonly<Record<string, string>>;

  /** Set where the message is there even if the request wants none. */
  isLoud?: true;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
  }
}

/** A request for something that is not there, of which the servlet container makes the answer. */
export class ContainerRefusal extends Refusal {}

/** A refusal of the tile cache, which answers in plain text whatever the status. */
export class TileCacheRefusal extends Refusal {}

/** A request that no route takes: the framework makes a problem document of it. */
export class RouteRefusal extends Refusal {}

/** What a PUT says of an entry that is not there. */
export const NOTHING_TO_CHANGE =
  'java.lang.NullPointerException: Cannot invoke "Object.getClass()" because "obj" is null';

/** The value that must be there. Throws Refusal 404 with the message. */
export function found<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw new Refusal(404, message);
  return value;
}
