/** Reads documents of the REST interface. */
import { each } from "../model/each.ts";

/** `status` is 0 where the server was not reached. */
export class RestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "RestError";
    this.status = status;
  }
}

/** Paths are relative to the server, such as `rest/styles.json`. Rejects with RestError. */
export interface Rest {
  readonly json: (path: string) => Promise<unknown>;
  readonly bytes: (path: string) => Promise<Uint8Array>;
}

/** Documents that are read in parallel. */
const AT_ONCE = 6;

/** Results in order of the items. Rejects with the first failure. */
export function readEach<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  return each(items, read, AT_ONCE);
}

/** Undefined for what the server lacks or this account may not read. */
export async function readable<Result>(read: Promise<Result>): Promise<Result | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof RestError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}
