/** Reads documents of the REST interface. */

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
