/** Reading the interface, as those see it who read: documents by their paths, or why there is none. */

/** Why there is no answer to read; `status` is 0 where the server was not reached. */
export class RestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "RestError";
    this.status = status;
  }
}

/** Reads the interface. Paths are those below the address of the server, such as `rest/styles.json`. */
export interface Rest {
  /** A document in JSON. Rejects with RestError. */
  readonly json: (path: string) => Promise<unknown>;
  /** A document or a file as it is. Rejects with RestError. */
  readonly bytes: (path: string) => Promise<Uint8Array>;
}
